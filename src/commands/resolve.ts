import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import { exitCodes } from '../errors/codes.ts';
import { GenlockError } from '../errors/error.ts';
import type { ResolveResult } from '../flows/project/resolve.ts';
import { resolvedView } from '../ui/resolve.ts';

export default class Resolve extends GenlockCommand {
  static override readonly summary = 'End the conflicts of an earlier command.';
  static override readonly description =
    '--continue accepts the named files in their current state. A file with markers stays open (exit 5). ' +
    '--abort restores the files to their state before the command. A file that is no longer generated ' +
    'remains, and is yours. The next sync applies what genlock.json still asks for.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> --continue',
    '<%= config.bin %> <%= command.id %> --abort',
  ];
  static override readonly flags = {
    continue: booleanFlag({ description: 'Mark the conflicts as resolved.', exclusive: ['abort'] }),
    abort: booleanFlag({ description: 'Restore the files to their state before the command.' }),
    'dry-run': booleanFlag({ description: 'Show what would be resolved and write nothing.' }),
  };

  async run(): Promise<ResolveResult> {
    const { flags } = await this.parse(Resolve);
    if (flags.continue === flags.abort) {
      const hint = 'Pass --continue if the files are correct, or --abort to restore them.';
      throw new GenlockError({ code: 'USAGE', message: 'Pass either --continue or --abort.', hint });
    }
    const { resolveConflicts } = await import('../flows/project/resolve.ts');
    const how = flags.continue ? 'continue' : 'abort';
    const result = await resolveConflicts({ cwd: this.folder(flags), how, dryRun: flags['dry-run'] });
    if (result.open.length > 0) process.exitCode = exitCodes.conflict;
    return this.show(result, resolvedView);
  }
}
