import { boolean as booleanFlag, option } from '@oclif/core/flags';
import { severities } from '../../registry-client/severities.ts';
import { GenlockCommand } from '../cli/command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { AuditResult } from '../flows/policy/audit.ts';
import { auditView } from '../ui/audit.ts';

export default class Audit extends GenlockCommand {
  static override readonly summary = 'Check installed plugins against current policies and known vulnerabilities.';
  static override readonly description =
    'Runs no plugin. The registries of plugins and packages receive names and versions. Exits with 3 if a ' +
    'policy rejects a plugin or requires a missing plugin, if a plugin or its packages have a known ' +
    'vulnerability, or if a release was unpublished or replaced. Lists deprecated releases.';
  static override readonly examples = [
    { description: 'In a pipeline:', command: '<%= config.bin %> <%= command.id %> --level high --json' },
    { description: 'Without the network:', command: '<%= config.bin %> <%= command.id %> --offline' },
  ];
  static override readonly flags = {
    offline: booleanFlag({ default: false, description: 'Query no registry.' }),
    level: option({
      options: [...severities, 'none'] as const,
      default: 'low' as const,
      description: 'Lowest severity that fails the audit.',
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
