import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closest } from './config/suggestion.ts';
import { GenlockError } from './errors/error.ts';
import { ownPackage } from './own-package.ts';

/** An error as the rest of Genlock knows it: what oclif says about the command line becomes `USAGE`, others stay as they are. */
export function asGenlockError(error: unknown): unknown {
  if (!isUsageError(error)) return error;
  const hint = flagMeant(error) ?? commandMeant(error);
  const message = sentence(missing(error) ?? error.message);
  return new GenlockError({ code: 'USAGE', message, ...(hint && { hint }) }, { cause: error });
}

/** oclif's errors about the command line are recognised by shape, so that nothing of it has to be loaded. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'oclif' in error && isRecord(error.oclif) && error.oclif['exit'] === 2;
}

function sentence(message: string): string {
  const text = message
    .replace(/\nSee more help with --help$/u, '')
    .replace(/\s*\n\s*/gu, ' ')
    .trim()
    .replace(/^command (\S+) not found$/u, (_, id: string) => `There is no command "${id.replaceAll(':', ' ')}".`)
    .replace(/^Nonexistent (flags?): /u, 'Unknown $1: ');
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** For arguments that weren't given, which oclif lays out as a table: their names, and of one what it is. */
function missing(error: Error): string | undefined {
  if (!/^Missing \d+ required arg/u.test(error.message) || !('args' in error) || !Array.isArray(error.args))
    return undefined;
  const args = error.args.filter((arg) => isRecord(arg));
  const names = args.map(({ name }) => `<${String(name)}>`).join(' and ');
  if (args.length > 1) return `${names} are missing.`;
  const about = args[0]?.['description'];
  return `${names} is missing.${typeof about === 'string' ? ` ${about}` : ''}`;
}

/** For an unknown flag: the flag of the same command that is nearest. */
function flagMeant(error: Error): string | undefined {
  const typed = 'flags' in error && Array.isArray(error.flags) ? String(error.flags[0]) : undefined;
  const parse = 'parse' in error && isRecord(error.parse) ? error.parse['input'] : undefined;
  if (typed === undefined || !isRecord(parse) || !isRecord(parse['flags'])) return undefined;
  const meant = closest(typed.replace(/^-+/u, ''), Object.keys(parse['flags']));
  return meant === undefined ? undefined : `Did you mean --${meant}?`;
}

/** For an unknown command: the nearest of those there are. */
function commandMeant(error: Error): string | undefined {
  const [, id] = /^command (\S+) not found/u.exec(error.message) ?? [];
  if (id === undefined) return undefined;
  const manifest: { commands: object } = JSON.parse(
    readFileSync(join(ownPackage().root, 'oclif.manifest.json'), 'utf8'),
  );
  const names = Object.keys(manifest.commands).map((name) => name.replaceAll(':', ' '));
  const meant = closest(id.replaceAll(':', ' '), names);
  return meant === undefined ? `The commands are: ${names.join(', ')}.` : `Did you mean "genlock ${meant}"?`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
