import { commandsView } from './commands.ts';
import { wrap } from './text.ts';
import type { Screen } from './terminal.ts';

const firstSteps = [
  { command: 'genlock init my-app', reason: 'Create a project.' },
  { command: 'genlock entity add Post title:String! body:Text', reason: 'Add an entity, in the project.' },
  { command: 'genlock add auth-jwt', reason: 'Add sign-in, in the project.' },
];

/** Shows the output of `genlock` without a command: a description of Genlock and the first three steps. */
export function startView(screen: Screen): string {
  const { style, width } = screen;
  const about =
    'Genlock generates web applications (Express 5, Prisma, React) from genlock.json and runs third-party plugins in a sandbox.';
  return [
    wrap(about, { width }),
    `${style.bold('First steps')}\n${commandsView(firstSteps, screen)}`,
    wrap('Run `genlock help` to see all commands, `genlock help init` to see the options of one.', { width }),
  ].join('\n\n');
}
