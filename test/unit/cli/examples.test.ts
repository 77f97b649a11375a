/** The examples of the commands name arguments and flags that exist. */
import { expect, test } from 'vitest';
import { builtCommands } from '../../support/command-manifest.ts';

interface Flag {
  readonly name: string;
  readonly char?: string;
  readonly type: 'boolean' | 'option';
  readonly allowNo?: boolean;
  readonly options?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly exclusive?: readonly string[];
}
interface Command {
  readonly id: string;
  readonly strict: boolean;
  readonly args: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly examples: readonly (string | { readonly command: string })[];
}

const commands = builtCommands<Command>();

interface Given {
  readonly flags: readonly string[];
  readonly values: readonly string[];
  readonly mistakes: readonly string[];
}

/** Separates the flags of a command line from its arguments. */
function parsed([word, ...rest]: readonly string[], command: Command, given: Given): Given {
  if (word === undefined) return given;
  if (!word.startsWith('-')) return parsed(rest, command, { ...given, values: [...given.values, word] });
  const flag = Object.values(command.flags).find(({ name, char, allowNo }) =>
    [`--${name}`, `-${char}`, ...(allowNo === true ? [`--no-${name}`] : [])].includes(word),
  );
  if (flag === undefined) {
    return parsed(rest, command, { ...given, mistakes: [...given.mistakes, `unknown flag ${word}`] });
  }
  const flags = [...given.flags, flag.name];
  if (flag.type === 'boolean') return parsed(rest, command, { ...given, flags });
  const [value = '', ...others] = rest;
  const isWrong = value === '' || flag.options?.includes(value) === false;
  const found = isWrong ? [`${word} with "${value}"`] : [];
  return parsed(others, command, { ...given, flags, mistakes: [...given.mistakes, ...found] });
}

/** Returns the mistakes of a command line without its program and its id. */
function mistakes(words: readonly string[], command: Command): readonly string[] {
  const { flags: used, values, mistakes: found } = parsed(words, command, { flags: [], values: [], mistakes: [] });
  const flags = Object.values(command.flags).filter(({ name }) => used.includes(name));
  const combined = flags.flatMap(({ name, dependsOn = [], exclusive = [] }) => [
    ...dependsOn.filter((other) => !used.includes(other)).map((other) => `--${name} without --${other}`),
    ...exclusive.filter((other) => used.includes(other)).map((other) => `--${name} with --${other}`),
  ]);
  const args = Object.values(command.args);
  const required = args.filter((arg) => arg.required === true).length;
  const isCounted = values.length >= required && (!command.strict || values.length <= args.length);
  return [...found, ...combined, ...(isCounted ? [] : [`${values.length} arguments`])];
}

function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu), ([word, one, two]) => one ?? two ?? word);
}

const examples = Object.values(commands).flatMap((command) =>
  command.examples.map((example) => {
    const text = typeof example === 'string' ? example : example.command;
    return [text.replace('<%= config.bin %> <%= command.id %>', command.id), command] as const;
  }),
);

test.each(examples)('%s', (line, command) => {
  // The command can follow variables, and a pipe or a redirection can follow it.
  const [simple = ''] = line.slice(line.indexOf(command.id) + command.id.length).split(/ [|<>&;]/u);
  expect(mistakes(wordsOf(simple), command)).toEqual([]);
});

test('finds wrong examples', () => {
  const { add } = commands;
  const found = (line: string) => (add === undefined ? [] : mistakes(wordsOf(line), add));
  expect(found('chat --dry')).toEqual(['unknown flag --dry']);
  expect(found('chat --diff')).toEqual(['--diff without --dry-run']);
  expect(found('--dry-run')).toEqual(['0 arguments']);
});
