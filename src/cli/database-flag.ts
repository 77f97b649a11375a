import { string as stringFlag } from '@oclif/core/flags';
import type { DatabaseKind } from '../config/config.ts';
import { databaseFault, databaseKindOf } from '../config/aliases.ts';
import { GenlockError } from '../errors/error.ts';

/** `--database`: a kind or the name of its product; read it with {@link databaseKind}. */
export const databaseFlag = stringFlag({
  description: 'relational (PostgreSQL), document (MongoDB) or file (SQLite). Wins over the configuration.',
  helpValue: '<kind>',
});

/** The kind behind what was typed. @throws GenlockError `USAGE` */
export function databaseKind(typed: string): DatabaseKind {
  const kind = databaseKindOf(typed.toLowerCase());
  if (kind !== undefined) return kind;
  throw new GenlockError({
    code: 'USAGE',
    message: `"${typed}" is no kind of database.`,
    hint: databaseFault(typed)?.hint ?? 'The kinds are relational, document and file.',
  });
}
