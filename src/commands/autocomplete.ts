import { string as stringArg } from '@oclif/core/args';
import { option } from '@oclif/core/flags';
import { GenlockCommand } from '../cli/command.ts';
import { printResult } from '../ui/terminal.ts';

export default class Autocomplete extends GenlockCommand {
  static override readonly summary = 'Print a completion script for bash, zsh or fish.';
  static override readonly description =
    'Without a shell, it shows the commands that install the scripts. Completes commands, flags, plugins and entities.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/genlock.fish',
  ];
  static override readonly enableJsonFlag = false;
  static override readonly args = {
    shell: stringArg({ description: 'The shell.', options: ['bash', 'zsh', 'fish'], ignoreStdin: true }),
  };
  static override readonly flags = {
    names: option({
      description: 'Print the names of a kind, for the scripts.',
      options: ['bundled', 'installed', 'entities'] as const,
      hidden: true,
    })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Autocomplete);
    if (flags.names !== undefined) {
      const { knownNames } = await import('../flows/machine/known-names.ts');
      const names = knownNames(flags.names, this.folder(flags));
      if (names.length > 0) printResult(() => names.join('\n'));
      return;
    }
    const { completionScript } = await import('../flows/machine/completion-script.ts');
    const { installView } = await import('../ui/autocomplete.ts');
    printResult(args.shell === undefined ? installView : () => completionScript(args.shell ?? '').trimEnd());
  }
}
