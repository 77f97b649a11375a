import { string as stringFlag } from '@oclif/core/flags';
import type { DatabaseKind } from '../config/config.ts';
import { databaseFault, databaseKindOf } from '../config/aliases.ts';
import { GenlockError } from '../errors/error.ts';

/** Flag `--database`: a database kind or product name. Read it with {@link databaseKind}. */
export const databaseFlag = stringFlag({
  description: 'relational (PostgreSQL), document (MongoDB) or file (SQLite). Wins over the configuration.',
  helpValue: '<kind>',
});

/**
 * Returns the database kind for a flag value.
 * @throws GenlockError `USAGE`
 */
export function databaseKind(typed: string): DatabaseKind {
  const kind = databaseKindOf(typed.toLowerCase());
  if (kind !== undefined) return kind;
  throw new GenlockError({
    code: 'USAGE',
    message: `"${typed}" is not a database kind.`,
    hint: databaseFault(typed)?.hint ?? 'The kinds are relational, document and file.',
  });
}
