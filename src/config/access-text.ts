import { GenlockError } from '../errors/error.ts';
import type { AccessRule } from './config.ts';
import { accessFault } from './aliases.ts';

/** The project's default access: one rule for reading and writing, or one for each. */
export type DefaultAccess = AccessRule | { readonly read: AccessRule; readonly write: AccessRule };

/** Reads `public`, or `public:authenticated` for reading and writing. @throws GenlockError USAGE */
export function readAccess(typed: string): DefaultAccess {
  const [read = '', write = read, ...more] = typed.split(':');
  if (isRule(read) && isRule(write) && more.length === 0) return read === write ? read : { read, write };
  throw new GenlockError({
    code: 'USAGE',
    message: `"${typed}" is not a default access.`,
    hint: 'Use a rule such as authenticated, or two for reading and writing, such as public:authenticated.',
  });
}

const isRule = (word: string): word is AccessRule => accessFault(word) === undefined;

/** Returns the text form of access rules, as parsed by {@link readAccess}. */
export function accessText(access: DefaultAccess): string {
  return typeof access === 'string' ? access : `${access.read}:${access.write}`;
}
