import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../command.ts';
import type { PolicyInitResult } from '../../flows/policy/init.ts';
import { policyInitView } from '../../ui/policy.ts';

export default class PolicyInit extends GenlockCommand {
  static override readonly summary = 'Make a policy to start from.';
  static override readonly description =
    'Writes genlock.policy.json into the project, or into this folder. One that is there is left alone.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> --registry https://plugins.example.com/'];
  static override readonly flags = {
    template: stringFlag({
      description: 'enterprise: one registry, nothing young, everything agreed to.',
      options: ['enterprise'],
      default: 'enterprise',
    }),
    registry: stringFlag({ description: "Address of the organisation's registry.", helpValue: '<url>' }),
  };

  async run(): Promise<PolicyInitResult> {
    const { flags } = await this.parse(PolicyInit);
    const { initPolicy } = await import('../../flows/policy/init.ts');
    const { registry } = flags;
    const request = {
      cwd: this.folder(flags),
      template: 'enterprise',
      ...(registry !== undefined && { registry }),
    } as const;
    return this.show(await initPolicy(request), policyInitView);
  }
}
