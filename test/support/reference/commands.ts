/** The reference page of all commands, from the manifest that the build writes. */
import { builtCommands } from '../command-manifest.ts';
import { anchorOf, code, page, prose, table } from './markdown.ts';

interface Argument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface Flag extends Argument {
  readonly char?: string;
  readonly type: 'boolean' | 'option';
  readonly allowNo?: boolean;
  readonly hidden?: boolean;
  readonly multiple?: boolean;
  readonly helpValue?: string;
  readonly options?: readonly string[];
  readonly default?: string | boolean;
  readonly dependsOn?: readonly string[];
  readonly exclusive?: readonly string[];
}

interface Command {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly strict: boolean;
  readonly hidden?: boolean;
  readonly args: Readonly<Record<string, Argument>>;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly (string | { readonly description: string; readonly command: string })[];
}

/** Reads all commands by their id. */
export function readCommands(): Readonly<Record<string, Command>> {
  return builtCommands<Command>();
}

/** Returns the page. */
export function commandsPage(): string {
  const commands = Object.values(readCommands()).filter(({ hidden }) => hidden !== true);
  return page(
    '# Command reference',
    '[COMMANDS.md](COMMANDS.md) describes the rules that all commands share, and the behaviour of each command. Every command has `--help` and `--cwd <folder>`. A command with `--json` prints its [result as data](COMMANDS.md#--json).',
    table(
      ['command', 'effect'],
      commands.map((command) => [`[${code(nameOf(command))}](#${anchorOf(nameOf(command))})`, command.summary]),
    ),
    ...commands.map(section),
  );
}

function nameOf({ id }: Command): string {
  return id.replaceAll(':', ' ');
}

function section(command: Command): string {
  const name = nameOf(command);
  const args = Object.values(command.args);
  const flags = Object.values(command.flags).filter(({ name: flag, hidden }) => hidden !== true && flag !== 'cwd');
  const examples = command.examples.map((example) => {
    const { description = '', command: text } = typeof example === 'string' ? { command: example } : example;
    const typed = text.replaceAll('<%= config.bin %>', 'genlock').replaceAll('<%= command.id %>', name);
    return description === '' ? typed : `# ${description.replace(/:$/u, '')}\n${typed}`;
  });
  return [
    `## ${name}`,
    prose([command.summary, command.description ?? ''].join(' ').trim()),
    code(['genlock', name, ...args.map((arg) => usage(arg, command))].join(' ')),
    args.length === 0
      ? ''
      : table(
          ['argument', 'meaning'],
          args.map((arg) => [code(arg.name), prose(arg.description ?? '')]),
        ),
    flags.length === 0 ? '' : flagTable(flags),
    examples.length === 0 ? '' : `\`\`\`sh\n${examples.join('\n\n')}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map((flag) => [flagName(flag), prose(flag.description ?? ''), conditions(flag)]);
  return table(['flag', 'meaning', 'conditions'], rows);
}

function usage({ name, required }: Argument, { strict }: Command): string {
  const text = `${name}${strict ? '' : '…'}`;
  return required === true ? `<${text}>` : `[${text}]`;
}

function flagName({ name, char, type, allowNo, helpValue, options, multiple }: Flag): string {
  const value =
    type === 'boolean' ? '' : ` ${helpValue ?? options?.join('|') ?? '<value>'}${multiple === true ? '…' : ''}`;
  const long = `--${allowNo === true ? '[no-]' : ''}${name}${value}`;
  return code(char === undefined ? long : `-${char}, ${long}`);
}

function conditions({ required, default: fallback, dependsOn = [], exclusive = [] }: Flag): string {
  return [
    required === true ? 'required' : '',
    fallback === undefined ? '' : `default ${code(String(fallback))}`,
    dependsOn.length === 0 ? '' : `only with ${flagList(dependsOn)}`,
    exclusive.length === 0 ? '' : `not with ${flagList(exclusive)}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function flagList(names: readonly string[]): string {
  return names.map((name) => code(`--${name}`)).join(', ');
}
