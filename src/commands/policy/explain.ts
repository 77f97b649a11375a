import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../../command.ts';
import type { PolicyExplainResult } from '../../flows/policy/explain.ts';
import { policyExplainView } from '../../ui/policy.ts';

export default class PolicyExplain extends GenlockCommand {
  static override readonly summary = 'Show which policy and which key decides on a plugin.';
  static override readonly description =
    'Of an installed plugin, or of anything `genlock add` takes. No registry is asked and nothing runs: what is only known ' +
    'once a plugin is fetched is said to be so. Works while a policy can’t be relied on, too.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> guestbook',
    '<%= config.bin %> <%= command.id %> @acme/chat@1.2.0',
  ];
  static override readonly args = {
    plugin: stringArg({ description: 'An installed plugin, a path, or a package.', required: true, ignoreStdin: true }),
  };

  async run(): Promise<PolicyExplainResult> {
    const { args, flags } = await this.parse(PolicyExplain);
    const { explainPlugin } = await import('../../flows/policy/explain.ts');
    const ports = { env: process.env, clock: () => new Date() };
    return this.show(await explainPlugin({ cwd: this.folder(flags), plugin: args.plugin }, ports), policyExplainView);
  }
}
