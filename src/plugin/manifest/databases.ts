import * as z from 'zod';
import type { DatabaseKind } from '../../config/config.ts';
import { refuse } from '../../core/schema-check.ts';
import { databaseFault, databaseKindOf } from '../../config/aliases.ts';

/** `databases`: database kinds or product names. */
export const databases = z.array(
  z.string().transform((given, context): DatabaseKind => {
    const kind = databaseKindOf(given);
    if (kind !== undefined) return kind;
    refuse(context, { message: 'is not a database kind', ...databaseFault(given), code: 'PLUGIN_DATABASE_UNKNOWN' });
    return z.NEVER;
  }),
);
