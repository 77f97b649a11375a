import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../command.ts';
import { exitCodes } from '../errors/codes.ts';
import { GenlockError } from '../errors/error.ts';
import type { ResolveResult } from '../flows/resolve.ts';
import { resolvedView } from '../ui/resolve.ts';

export default class Resolve extends GenlockCommand {
  static override readonly summary = 'End the conflicts an earlier command left.';
  static override readonly description =
    'With --continue the files named in them count as you have them now; one that still holds markers stays open (exit ' +
    '5). With --abort they are again what they were before the command; a file that nothing makes any more stays, and is ' +
    'yours. What genlock.json still wants, the next sync asks for again.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> --continue',
    '<%= config.bin %> <%= command.id %> --abort',
  ];
  static override readonly flags = {
    continue: booleanFlag({ description: 'The files are right as they are now.', exclusive: ['abort'] }),
    abort: booleanFlag({ description: 'Have the files back as they were.' }),
    'dry-run': booleanFlag({ description: 'Show what would be resolved and write nothing.' }),
  };

  async run(): Promise<ResolveResult> {
    const { flags } = await this.parse(Resolve);
    if (flags.continue === flags.abort) {
      const hint = 'Give --continue when the files are right, or --abort to have them back as they were.';
      throw new GenlockError({ code: 'USAGE', message: 'It is not said how the conflicts end.', hint });
    }
    const { resolveConflicts } = await import('../flows/resolve.ts');
    const how = flags.continue ? 'continue' : 'abort';
    const result = await resolveConflicts({ cwd: this.folder(flags), how, dryRun: flags['dry-run'] });
    if (result.open.length > 0) process.exitCode = exitCodes.conflict;
    return this.show(result, resolvedView);
  }
}
