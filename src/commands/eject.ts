import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import type { EjectResult } from '../flows/project/eject.ts';
import { ejectedView, ejectPreviewView } from '../ui/eject.ts';
import { askConsent, canAsk } from '../ui/prompts.ts';
import { printMessage } from '../ui/terminal.ts';

export default class Eject extends GenlockCommand {
  static override readonly summary = 'Remove Genlock from a project permanently.';
  static override readonly description =
    'Deletes genlock.json, the lockfile, the policy and .genlock, and removes mentions of Genlock from ' +
    'generated files. The application and your edits are unchanged. Applies all of it or nothing. Commit ' +
    'first to be able to undo it with git.';
  static override readonly examples = [
    { description: 'Show the plan and write nothing:', command: '<%= config.bin %> <%= command.id %> --dry-run' },
    '<%= config.bin %> <%= command.id %>',
  ];
  static override readonly flags = {
    yes: booleanFlag({ char: 'y', description: 'Skip the prompt and accept the plan.' }),
    'dry-run': booleanFlag({ description: 'Show the plan and write nothing.' }),
  };

  async run(): Promise<EjectResult> {
    const { flags } = await this.parse(Eject);
    const { ejectProject } = await import('../flows/project/eject.ts');
    const cwd = this.folder(flags);
    let previewed = false;
    const result = await ejectProject(
      { cwd, yes: flags.yes, dryRun: flags['dry-run'] },
      {
        interactive: !this.jsonEnabled() && canAsk(process.env),
        preview: (planned) => {
          previewed = true;
          printMessage((screen) => ejectPreviewView(planned, screen));
        },
        agree: () => askConsent('Take the project out of Genlock?'),
      },
    );
    if (previewed) printMessage(() => '');
    return this.show(result, (shown, screen) => ejectedView({ result: shown, cwd, previewed }, screen));
  }
}
