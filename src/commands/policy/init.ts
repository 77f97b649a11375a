import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { PolicyInitResult } from '../../flows/policy/init.ts';
import { policyInitView } from '../../ui/policy.ts';

export default class PolicyInit extends GenlockCommand {
  static override readonly summary = 'Create a policy.';
  static override readonly description =
    'Writes genlock.policy.json into the project, or into the current folder. An existing policy is unchanged.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> --registry https://plugins.example.com/'];
  static override readonly flags = {
    template: stringFlag({
      description: 'enterprise: one registry, a minimum age, consent to every plugin.',
      options: ['enterprise'],
      default: 'enterprise',
    }),
    registry: stringFlag({ description: 'Registry address of the organisation.', helpValue: '<url>' }),
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
