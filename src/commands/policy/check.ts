import { GenlockCommand } from '../../cli/command.ts';
import { exitCodes } from '../../errors/codes.ts';
import type { PolicyCheckResult } from '../../flows/policy/check.ts';
import { policyCheckView } from '../../ui/policy.ts';

export default class PolicyCheck extends GenlockCommand {
  static override readonly summary = 'Validate all policies that apply here and list their rules.';
  static override readonly description =
    'Reads the policies of the system, the user, the project and GENLOCK_POLICY, and the policies that they extend. ' +
    'Lists their rules and exceptions. Downloads missing parent policies to the cache, and changes nothing else. Exits ' +
    'with 3 if a policy is invalid.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<PolicyCheckResult> {
    const { flags } = await this.parse(PolicyCheck);
    const { checkPolicies } = await import('../../flows/policy/check.ts');
    const result = await checkPolicies(this.folder(flags), { env: process.env, clock: () => new Date() });
    if (!result.sound) process.exitCode = exitCodes.refused;
    return this.show(result, policyCheckView);
  }
}
