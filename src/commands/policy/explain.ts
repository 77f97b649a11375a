import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../../cli/command.ts';
import type { PolicyExplainResult } from '../../flows/policy/explain.ts';
import { policyExplainView } from '../../ui/policy.ts';

export default class PolicyExplain extends GenlockCommand {
  static override readonly summary = 'Show which policy and which key decides about a plugin.';
  static override readonly description =
    'Accepts an installed plugin, or anything that `genlock add` accepts. Queries no registry and runs no ' +
    'plugin. Facts that are known only after a download are marked. Also works with an invalid policy.';
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
