import { string as stringArg } from '@oclif/core/args';
import { option, string as stringFlag } from '@oclif/core/flags';
import { severities } from '../../../registry-client/severities.ts';
import { GenlockCommand } from '../../cli/command.ts';
import type { RegistryAdviseResult } from '../../flows/registry-server/advise.ts';
import { advisedView } from '../../ui/registry.ts';

export default class RegistryAdvise extends GenlockCommand {
  static override readonly summary = 'Publish an advisory about a plugin of a team registry.';
  static override readonly description =
    '`genlock audit` and `npm audit` report it for the affected versions. It needs write access to the registry ' +
    'folder. A running registry serves it at once. To withdraw an advisory, remove its line from advisories.jsonl.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> "@acme/chat@<1.2.0" --severity high --title "Reveals private messages"',
  ];
  static override readonly args = {
    plugin: stringArg({
      description: 'Name of the plugin and range of vulnerable versions, such as "@acme/chat@<1.2.0".',
      ignoreStdin: true,
      required: true,
    }),
  };
  static override readonly flags = {
    severity: option({
      options: severities,
      required: true,
      description: 'Severity of the vulnerability.',
    })(),
    title: stringFlag({ description: 'Short description.', helpValue: '<text>', required: true }),
    patched: stringFlag({ description: 'Range of fixed versions.', helpValue: '<range>' }),
    url: stringFlag({ description: 'Page with details.', helpValue: '<url>' }),
    config: stringFlag({ description: 'Configuration file of the registry, in JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry. The default is ./registry.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryAdviseResult> {
    const { args, flags } = await this.parse(RegistryAdvise);
    const { adviseRegistry } = await import('../../flows/registry-server/advise.ts');
    const { severity, title, patched, url, config, storage } = flags;
    const advisory = { spec: args.plugin, severity, title, patched, url };
    return this.show(adviseRegistry(advisory, { cwd: this.folder(flags), config, storage }), advisedView);
  }
}
