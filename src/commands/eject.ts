import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../command.ts';
import type { EjectResult } from '../flows/eject.ts';
import { ejectedView, ejectPreviewView } from '../ui/eject.ts';
import { askConsent, canAsk } from '../ui/prompts.ts';
import { printMessage } from '../ui/terminal.ts';

export default class Eject extends GenlockCommand {
  static override readonly summary = 'Take a project out of Genlock, for good.';
  static override readonly description =
    'Deletes genlock.json, the lockfile, the policy and .genlock, and takes what names Genlock out of the files it wrote. ' +
    'The application stays as it is, your edits too. All or nothing; commit first, and git undoes it.';
  static override readonly examples = [
    { description: 'See what would go:', command: '<%= config.bin %> <%= command.id %> --dry-run' },
    '<%= config.bin %> <%= command.id %>',
  ];
  static override readonly flags = {
    yes: booleanFlag({ char: 'y', description: 'Ask nothing: agree to the plan.' }),
    'dry-run': booleanFlag({ description: 'Show the plan and write nothing.' }),
  };

  async run(): Promise<EjectResult> {
    const { flags } = await this.parse(Eject);
    const { ejectProject } = await import('../flows/eject.ts');
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
