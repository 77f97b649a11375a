import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import type { OutdatedResult } from '../flows/registry/outdated.ts';
import { outdatedView } from '../ui/outdated.ts';

export default class Outdated extends GenlockCommand {
  static override readonly summary = 'List plugins with newer versions in their registries.';
  static override readonly description =
    'Shows the installed version, the newest version in the range of genlock.json, and the newest version. ' +
    'Versions that the policies forbid do not count. Downloads no plugin and changes nothing.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'Exit with 1 in CI:', command: '<%= config.bin %> <%= command.id %> --fail' },
  ];
  static override readonly flags = {
    fail: booleanFlag({ description: 'Exit with 1 if a plugin is listed.' }),
  };

  async run(): Promise<OutdatedResult> {
    const { flags } = await this.parse(Outdated);
    const { outdatedPlugins } = await import('../flows/registry/outdated.ts');
    const ports = { env: process.env, clock: () => new Date(), progress: this.progress };
    const result = await outdatedPlugins({ cwd: this.folder(flags) }, ports);
    if (flags.fail && result.plugins.length > 0) process.exitCode = 1;
    return this.show(result, outdatedView);
  }
}
