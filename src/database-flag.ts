import { string as stringFlag } from '@oclif/core/flags';
import { databaseKinds, type DatabaseKind } from './config/config.ts';
import { GenlockError } from './errors/error.ts';

/** Products people know the kinds by. */
const aliases = new Map<string, DatabaseKind>([
  ['postgresql', 'relational'],
  ['postgres', 'relational'],
  ['mongodb', 'document'],
  ['sqlite', 'file'],
]);

/** `--database`: a kind or the name of its product; read it with {@link databaseKind}. */
export const databaseFlag = stringFlag({
  description: 'relational (PostgreSQL), document (MongoDB) or file (SQLite). Wins over the configuration.',
  helpValue: '<kind>',
});

/** The kind behind what was typed. @throws GenlockError `USAGE` */
export function databaseKind(typed: string): DatabaseKind {
  const name = typed.toLowerCase();
  const kind = databaseKinds.find((candidate) => candidate === name) ?? aliases.get(name);
  if (kind !== undefined) return kind;
  throw new GenlockError({
    code: 'USAGE',
    message: `"${typed}" is not a kind of database.`,
    hint: `The kinds are ${databaseKinds.join(', ')}; ${[...aliases.keys()].join(', ')} are understood too.`,
  });
}
