import { ownCommand } from './own-command.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const print = (shell: string): string => ownCommand(`genlock autocomplete ${shell}`);

const installs = (): readonly (readonly [shell: string, ...commands: string[]])[] => [
  ['bash', `${print('bash')} > ~/.genlock.bash`, `echo 'source ~/.genlock.bash' >> ~/.bashrc`],
  [
    'zsh',
    'mkdir -p ~/.zfunc',
    `${print('zsh')} > ~/.zfunc/_genlock`,
    `echo 'fpath+=(~/.zfunc); autoload -Uz compinit && compinit' >> ~/.zshrc`,
  ],
  ['fish', 'mkdir -p ~/.config/fish/completions', `${print('fish')} > ~/.config/fish/completions/genlock.fish`],
];

/** Shows the commands that install the completion for each shell. */
export function installView({ style, width }: Screen): string {
  const blocks = installs().map(([shell, ...commands]) =>
    [style.bold(shell), ...commands.map((command) => `  ${style.cyan(command)}`)].join('\n'),
  );
  const about =
    'Paste the commands of your shell, then open a new terminal. Completion works for the command `genlock`.';
  return [wrap(about, { width }), ...blocks].join('\n\n');
}
