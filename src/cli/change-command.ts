import { randomBytes } from 'node:crypto';
import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from './command.ts';
import { exitCodes } from '../errors/codes.ts';
import type { ChangePorts, ChangePreview, ChangeRequest, ChangeResult } from '../engine/change.ts';
import type { PluginChange } from '../engine/plugin-change.ts';
import type { FileDiff } from '../engine/patch.ts';
import type { Progress } from '../engine/progress.ts';
import { changedView, changePreviewView } from '../ui/change.ts';
import { withConsentSummary } from '../ui/consent-summary.ts';
import { patchesView } from '../ui/diff.ts';
import { askPlan, askToRun, canAsk } from '../ui/prompts.ts';
import { askAccess } from '../ui/questions/access.ts';
import { printMessage, type Screen } from '../ui/terminal.ts';

/** Flags of every command that changes a project. */
export const changeFlags = {
  yes: booleanFlag({ char: 'y', description: 'Skip the prompt and accept the plan.' }),
  'dry-run': booleanFlag({ description: 'Show the plan and write nothing.' }),
  diff: booleanFlag({ description: 'Also show every line of the plan.', dependsOn: ['dry-run'] }),
  install: booleanFlag({
    allowNo: true,
    description: 'Install the packages of the project afterwards. In a terminal, the default is a prompt.',
  }),
};

/** Flags of commands that can download plugins from registries. */
export const fetchFlags = {
  ...changeFlags,
  offline: booleanFlag({ default: false, description: 'Use only cached packages.' }),
};

/** Flag of commands that can set the default access of a project. */
export const accessFlag = stringFlag({
  description:
    'Default access to records: public, authenticated or admin, or one of them for reading and one for writing, such as ' +
    'public:authenticated.',
  helpValue: '<rules>',
});

interface Flags {
  readonly cwd?: string | undefined;
  readonly yes: boolean;
  readonly 'dry-run': boolean;
  readonly diff: boolean;
  readonly install?: boolean | undefined;
  /** Absent for commands that never download plugins. */
  readonly offline?: boolean;
}

/** Base class of the commands that change a project. */
export abstract class ChangeCommand extends GenlockCommand {
  protected override readonly changesLate = true;

  /** Whether the plan was shown before it was applied. Then it is not shown again. */
  private previewed = false;

  protected request(flags: Flags): ChangeRequest {
    const { yes, diff, install = false } = flags;
    const network = flags.offline === false;
    return { cwd: this.folder(flags), yes, dryRun: flags['dry-run'], diff, install, network };
  }

  protected ports(flags: Pick<Flags, 'yes' | 'install'>): ChangePorts {
    return terminalPorts({
      interactive: !flags.yes && !this.jsonEnabled() && canAsk(process.env),
      install: flags.install,
      progress: this.progress,
      previewView: changePreviewView,
      onPreview: () => (this.previewed = true),
    });
  }

  /** Prints the result and sets the exit code. */
  protected changed(result: ChangeResult, cwd: string): ChangeResult {
    setExitCode(result);
    if (this.previewed) printMessage(() => '');
    const { previewed } = this;
    return this.show(result, (shown: ChangeResult, screen: Screen) =>
      changedView({ result: shown, cwd, previewed }, screen),
    );
  }
}

/** How a command shows a plan and prompts. */
interface TerminalOptions<Preview> {
  readonly interactive: boolean;
  /** The flag `--install`. Without it, the command prompts. */
  readonly install: boolean | undefined;
  readonly progress: Progress;
  readonly previewView: (preview: Preview, screen: Screen) => string;
  /** Called when the plan is shown. */
  readonly onPreview: () => void;
}

/** Returns the ports of a command that shows a plan and prompts in the terminal. */
export function terminalPorts<Preview extends Pick<ChangePreview, 'plugins'>>(
  options: TerminalOptions<Preview>,
): Omit<ChangePorts, 'preview'> & { readonly preview: (preview: Preview) => void } {
  const { interactive, install, progress, previewView, onPreview } = options;
  let plugins: readonly PluginChange[] = [];
  return {
    interactive,
    ...(interactive && install === undefined ? { offer: askToRun } : {}),
    ...(interactive ? { chooseAccess: askAccess } : {}),
    preview: (preview) => {
      onPreview();
      plugins = preview.plugins;
      printMessage((screen) => withConsentSummary(previewView(preview, screen), plugins, screen));
    },
    agree: (diff, byDefault) => askPlan(async () => showDiff(await diff(), plugins), byDefault),
    progress,
    clock: () => new Date(),
    random: (bytes) => randomBytes(bytes),
    env: process.env,
  };
}

/** Sets the exit code of a change: 5 for conflicts, 130 for an interrupted run. */
export function setExitCode({ plan, interrupted }: Pick<ChangeResult, 'plan' | 'interrupted'>): void {
  if (plan.conflicts.length > 0) process.exitCode = exitCodes.conflict;
  if (interrupted !== undefined) process.exitCode = exitCodes.interrupted;
}

/** Prints every line of a plan. If it is taller than the terminal, the effects to check follow. */
function showDiff(files: readonly FileDiff[], plugins: readonly PluginChange[]): void {
  printMessage((screen) => withConsentSummary(patchesView(files, screen), plugins, screen));
}
