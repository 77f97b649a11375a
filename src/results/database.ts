/** Results of the `db` commands. */
import * as z from 'zod';
import type { DbCopyResult } from '../flows/db/copy.ts';
import type { DbGenerateResult } from '../flows/db/generate.ts';
import type { DbMigrateDeployResult } from '../flows/db/migrate-deploy.ts';
import type { DbMigrateDevResult } from '../flows/db/migrate-dev.ts';
import type { DbMigrateResetResult } from '../flows/db/migrate-reset.ts';
import type { DbMigrateStatusResult } from '../flows/db/migrate-status.ts';
import type { DbPushResult } from '../flows/db/push.ts';
import type { DbSeedResult } from '../flows/db/seed.ts';
import { count, path, root, steps, text, texts } from './parts.ts';

const database = text.meta({ description: 'Path of the file, or the URL of the server without user and password.' });
const yes = z.boolean();

export const generateResult: z.ZodType<DbGenerateResult> = z.strictObject({ root, client: path, queries: yes });

const lock = {
  table: text,
  kind: z.enum([
    'index',
    'not null',
    'foreign key',
    'check',
    'unique',
    'primary key',
    'exclude',
    'column type',
    'new column',
  ]),
  name: text.meta({ description: 'The index, constraint or column. Empty for a constraint without a name.' }),
  online: yes.meta({ description: 'Whether `db migrate dev --online` writes a form without this lock.' }),
};

export const deployResult: z.ZodType<DbMigrateDeployResult> = z.strictObject({
  root,
  database,
  created: yes,
  applied: texts,
  locks: z
    .array(
      z.strictObject({
        migration: text,
        ...lock,
        rows: count.meta({ description: 'The estimate of the database before the migration.' }),
      }),
    )
    .meta({ description: 'Statements that locked a table of at least 100,000 rows while its rows were read.' }),
});

export const devResult: z.ZodType<DbMigrateDevResult> = z.strictObject({
  root,
  database,
  fresh: yes,
  reset: yes,
  applied: texts,
  created: text.exactOptional(),
  followUps: texts.meta({ description: 'The new migrations after `created`, in order. Empty without `--online`.' }),
  data: texts.meta({ description: 'The new migrations that change rows for plugin updates, after all others.' }),
  locks: z.array(z.strictObject(lock)).meta({
    description: 'Statements of the new migrations that lock an existing table while its rows are read.',
  }),
  warnings: texts,
  moved: z
    .strictObject({ kept: path.exactOptional(), restored: path.exactOptional() })
    .exactOptional()
    .meta({ description: 'The folders that a change of the database kind moved: from or to `prisma/migrations`.' }),
  generated: yes,
  seeded: yes,
  steps,
});

export const resetResult: z.ZodType<DbMigrateResetResult> = z.strictObject({
  root,
  database,
  applied: texts,
  seeded: yes,
});

export const migrationsResult: z.ZodType<DbMigrateStatusResult> = z.strictObject({
  root,
  database,
  state: z.enum(['absent', 'empty', 'in use']),
  upToDate: yes,
  migrations: texts,
  pending: texts,
  failed: texts,
  edited: texts,
  unknown: texts,
});

export const pushResult: z.ZodType<DbPushResult> = z.strictObject({
  root,
  database,
  executedSteps: count,
  warnings: texts,
});

export const seedResult: z.ZodType<DbSeedResult> = z.strictObject({ root });

export const copyResult: z.ZodType<DbCopyResult> = z.strictObject({
  root,
  source: database,
  database,
  tables: z.array(
    z.strictObject({
      table: text,
      rows: count,
      copied: count.meta({ description: 'Fewer than `rows` if an earlier run was interrupted.' }),
      checksum: z
        .string()
        .regex(/^[0-9a-f]{32}$/u)
        .meta({ description: 'Covers all rows, in any order. Equal in both databases.' }),
    }),
  ),
  ignored: texts.meta({ description: 'Tables and columns of the source that the schema does not have.' }),
});
