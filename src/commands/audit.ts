import { boolean as booleanFlag, option } from '@oclif/core/flags';
import { GenlockCommand } from '../command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { AuditResult } from '../flows/policy/audit.ts';
import { auditView } from '../ui/audit.ts';

export default class Audit extends GenlockCommand {
  static override readonly summary = 'Hold every plugin against the policies of today, and ask for known faults.';
  static override readonly description =
    'Nothing runs. The registries of plugins, and those npm has packages from, are told names and versions. Exits with 3 ' +
    'if a policy speaks against a plugin or requires one that is not installed, and if a fault is known of what plugins ' +
    'are or brought.';
  static override readonly examples = [
    { description: 'What a pipeline asks:', command: '<%= config.bin %> <%= command.id %> --level high --json' },
    { description: 'Without the network:', command: '<%= config.bin %> <%= command.id %> --offline' },
  ];
  static override readonly flags = {
    offline: booleanFlag({ default: false, description: 'Ask no registry.' }),
    level: option({
      options: ['info', 'low', 'moderate', 'high', 'critical', 'none'] as const,
      default: 'low' as const,
      description: 'From which severity on a known fault fails the audit.',
    })(),
  };

  async run(): Promise<AuditResult> {
    const { flags } = await this.parse(Audit);
    const { auditProject } = await import('../flows/policy/audit.ts');
    const { offline, level } = flags;
    const request = { cwd: this.folder(flags), offline, level };
    const result = await auditProject(request, { env: process.env, clock: () => new Date() });
    if (!result.passed) process.exitCode = exitCodes.refused;
    return this.show(result, auditView);
  }
}
