import { GenlockCommand } from '../command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { AuditResult } from '../flows/audit.ts';
import { auditView } from '../ui/audit.ts';

export default class Audit extends GenlockCommand {
  static override readonly summary = 'Hold every installed plugin against the policies of today.';
  static override readonly description =
    'Nothing runs and no network is reached. Exits with 3 if a policy speaks against a plugin, or requires one that is ' +
    'not installed.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  async run(): Promise<AuditResult> {
    const { flags } = await this.parse(Audit);
    const { auditProject } = await import('../flows/audit.ts');
    const result = await auditProject(this.folder(flags), { env: process.env, clock: () => new Date() });
    if (!result.passed) process.exitCode = exitCodes.refused;
    return this.show(result, auditView);
  }
}
