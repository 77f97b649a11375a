import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordsIn } from '../../registry-client/passwords.ts';
import { closest } from '../core/suggestion.ts';
import { GenlockError } from '../errors/error.ts';
import { keepSecret } from '../errors/redact.ts';
import { commandsOfTopic, meantCommands } from './meant-command.ts';
import { ownPackage } from '../core/own-package.ts';

/**
 * Turns oclif's errors about the command line into `USAGE` errors, and a failed write to the standard output into
 * `OUTPUT_FAILED`. Other errors are returned unchanged.
 *
 * @param argv the whole command line, for the suggestion of a command
 */
export function asGenlockError(error: unknown, argv: readonly string[] = []): unknown {
  if (isOutputError(error))
    return new GenlockError({ code: 'OUTPUT_FAILED', message: `cannot write the output: ${error.message}` });
  if (!isUsageError(error)) return error;
  for (const password of argv.flatMap(passwordsIn)) keepSecret(password);
  const { message, hint } = unknownCommand(error, argv) ?? {
    message: sentence(missing(error) ?? error.message),
    hint: flagMeant(error) ?? valueMeant(error),
  };
  return new GenlockError({ code: 'USAGE', message, ...(hint && { hint }) }, { cause: error });
}

/** Returns whether a stream reports a failed write. Errors of files have a path. */
function isOutputError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write' && !('path' in error);
}

/** Recognises oclif's errors about the command line by shape, so that oclif need not be loaded. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'oclif' in error && isRecord(error.oclif) && error.oclif['exit'] === 2;
}

function sentence(message: string): string {
  const text = message
    .replace(/\nSee more help with --help$/u, '')
    .replace(/\s*\n\s*/gu, ' ')
    .trim()
    .replace(/^Nonexistent (flags?): /u, 'Unknown $1: ');
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** For missing arguments: a sentence instead of oclif's table. A single argument is described. */
function missing(error: Error): string | undefined {
  if (!/^Missing \d+ required arg/u.test(error.message) || !('args' in error) || !Array.isArray(error.args))
    return undefined;
  const args = error.args.filter((arg) => isRecord(arg));
  const names = args.map(({ name }) => `<${String(name)}>`).join(' and ');
  if (args.length > 1) return `${names} are missing.`;
  const about = args[0]?.['description'];
  return `${names} is missing.${typeof about === 'string' ? ` ${about}` : ''}`;
}

/** For an unknown flag: the nearest flag of the command, or the one that it abbreviates. */
function flagMeant(error: Error): string | undefined {
  const typed = 'flags' in error && Array.isArray(error.flags) ? String(error.flags[0]) : undefined;
  const parse = 'parse' in error && isRecord(error.parse) ? error.parse['input'] : undefined;
  if (typed === undefined || !isRecord(parse) || !isRecord(parse['flags'])) return undefined;
  const name = typed.replace(/^-+/u, '').replace(/=.*$/su, '');
  const names = Object.keys(parse['flags']);
  const other = Object.hasOwn(otherFlags, name) ? otherFlags[name] : undefined;
  const longer = names.filter((known) => name.length > 1 && known.startsWith(name));
  const meant = names.find((known) => known === other) ?? (longer.length === 1 ? longer[0] : closest(name, names));
  return meant === undefined ? undefined : `Did you mean --${meant}?`;
}

/** Common flag names in other tools → flag names of Genlock. */
const otherFlags: Readonly<Record<string, string>> = {
  db: 'database',
  dir: 'cwd',
  directory: 'cwd',
  folder: 'cwd',
  path: 'cwd',
  'no-interactive': 'yes',
  'non-interactive': 'yes',
};

/** For a value that is not one of a flag's options: the nearest option. */
function valueMeant(error: Error): string | undefined {
  const [, flag = '', typed, options] =
    /^Expected (?:(--[\w-]+)=)?(.*) to be one of: (.*)$/mu.exec(error.message) ?? [];
  const meant = typed === undefined || options === undefined ? undefined : closest(typed, options.split(', '));
  return meant === undefined ? undefined : `Did you mean ${`${flag} ${meant}`.trim()}?`;
}

interface Told {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** For an unknown command: the whole line with the nearest command, or the commands of its topic. */
function unknownCommand(error: Error, argv: readonly string[]): Told | undefined {
  const [, id] = /^command (\S+) not found/iu.exec(error.message) ?? [];
  if (id === undefined) return undefined;
  const manifest: { commands: object } = JSON.parse(
    readFileSync(join(ownPackage().root, 'oclif.manifest.json'), 'utf8'),
  );
  const commands = ['help', ...Object.keys(manifest.commands).map((name) => name.replaceAll(':', ' '))];
  const given = argv.length === 0 ? id.split(':') : argv;
  const { lines, typed } = meantCommands(given, commands);
  const [first = ''] = given;
  if (typed === '') return { message: `Unknown flag: ${first}.`, hint: 'Run `genlock help` to see all commands.' };
  const isFlag = first.startsWith('-');
  if (!isFlag && commands.includes(typed)) {
    return { message: `"${typed}" accepts no arguments.`, hint: `Run \`genlock ${typed} --help\` to see its options.` };
  }
  const message = isFlag ? `${first} must follow the command.` : `"${typed}" is not a command.`;
  if (lines.length > 0) return { message, hint: `Did you mean ${lines.map((line) => `\`${line}\``).join(' or ')}?` };
  const siblings = commandsOfTopic(given, commands);
  if (siblings.length > 0)
    return { message, hint: `Commands: ${siblings.map((name) => `\`genlock ${name}\``).join(', ')}.` };
  return { message, hint: 'Run `genlock help` to see all commands.' };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
