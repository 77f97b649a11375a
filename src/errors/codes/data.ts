import type { CodeEntry } from '../entry.ts';

/** The data layer: schema, migrations, database. A message keeps Prisma's own P-code where there is one. */
export const dataCodes = {
  DATA_KIND_UNSUPPORTED: {
    exit: 'usage',
    hint: 'Use the database kind "file" (SQLite) or "relational" (PostgreSQL).',
  },
  DATA_MODEL_CLASH: {
    exit: 'failed',
    hint: 'Rename one of the two, or disable the plugin that adds the other model.',
  },
  DATA_FIELD_REQUIRED: {
    exit: 'failed',
    hint: 'Declare the field in genlock.json, or ask the author of the plugin to make it optional or give it a default.',
  },
  DATA_TARGET_UNKNOWN: {
    exit: 'failed',
    hint: 'Add the plugin or the entity that provides the model, or ask the author of the plugin.',
  },
  DATA_TYPE_UNSUPPORTED: {
    exit: 'failed',
    hint: 'Disable the plugin, or use another kind of database; its manifest should not list this one.',
  },
  DATA_NAME_LONG: {
    exit: 'failed',
    hint: 'Give the entity, the field or the value a shorter name; an enum is named by its entity and its field.',
  },
  DATA_SCHEMA_INVALID: { exit: 'failed', hint: 'Correct the schema at the place named and run the command again.' },
  DATA_SCHEMA_MISSING: {
    exit: 'failed',
    hint: 'Run the command inside a project, or restore its prisma/schema folder.',
  },
  DATA_NOT_INSTALLED: { exit: 'failed', hint: 'Run `npm install` in the project first.' },
  DATA_URL_MISSING: { exit: 'failed', hint: 'Put DATABASE_URL="file:./dev.db" in the .env file of the project.' },
  DATA_URL_INVALID: {
    exit: 'failed',
    hint: 'For SQLite write file: and a path, e.g. DATABASE_URL="file:./dev.db"; for PostgreSQL postgresql://user:password@host:5432/database.',
  },
  DATA_UNREACHABLE: { exit: 'failed', hint: 'Check that the path of DATABASE_URL can be opened and written.' },
  DATA_ABSENT: {
    exit: 'failed',
    hint: 'Check the name of the database in DATABASE_URL; `genlock db migrate deploy` creates it.',
  },
  DATA_ACCESS_DENIED: {
    exit: 'failed',
    hint: 'Check the user name and password in DATABASE_URL, and the permissions of this user.',
  },
  DATA_CREATE_DENIED: {
    exit: 'failed',
    hint: 'Let the user create databases (ALTER ROLE … CREATEDB), or ask an administrator to create the database. `db migrate deploy` and `db push` need no shadow database.',
  },
  DATA_ENGINE_NEEDED: {
    exit: 'failed',
    hint: 'This needs Prisma’s own engine: run `npx prisma db push` in the project, where it can be downloaded.',
  },
  DATA_NOT_A_DATABASE: {
    exit: 'failed',
    hint: 'The file DATABASE_URL points to is not an SQLite database: choose another path, or move the file away.',
  },
  DATA_BUSY: {
    exit: 'failed',
    hint: 'Another process holds the database: stop it or wait, then run the command again.',
  },
  DATA_DRIFT: {
    exit: 'conflict',
    hint: 'Run `genlock db migrate reset` to rebuild the database from its migrations; its data is lost.',
  },
  DATA_LOSS: {
    exit: 'declined',
    hint: 'Run the command again with --accept-data-loss, or with --create-only to edit the migration first.',
  },
  DATA_UNEXECUTABLE: {
    exit: 'failed',
    hint: 'Give the field a default or make it optional, or use --create-only and write the step into the migration.',
  },
  DATA_MIGRATION_FAILED: {
    exit: 'failed',
    hint: 'On SQLite the statements before the failing one stay. Correct the migration, then `genlock db migrate reset` in development; in production restore the backup.',
  },
  DATA_MIGRATION_PENDING_FAILED: {
    exit: 'failed',
    hint: 'An earlier migration failed and blocks the next. In development `genlock db migrate reset`; in production repair it and mark it with `prisma migrate resolve`.',
  },
  DATA_NOT_EMPTY: {
    exit: 'conflict',
    hint: 'The database has tables but no migration history. Use an empty database, or baseline it with `prisma migrate resolve`.',
  },
  DATA_PROVIDER_MISMATCH: {
    exit: 'conflict',
    hint: 'Start new migrations: run `mv prisma/migrations prisma/migrations-old`, then `genlock db migrate dev --name init`.',
  },
  DATA_MIGRATION_UNREADABLE: {
    exit: 'failed',
    hint: 'Every folder below prisma/migrations needs a migration.sql: restore the file, or remove the folder.',
  },
  DATA_ENGINE: { exit: 'failed', hint: 'See the message of the schema engine.' },
  DATA_GENERATE_FAILED: {
    exit: 'failed',
    hint: 'The lines above come from Prisma’s generator: correct the reported errors.',
  },
  DATA_SEED_FAILED: {
    exit: 'failed',
    hint: 'The lines above come from prisma/seed.ts: correct the reported errors, then run `genlock db seed`.',
  },
  DATA_SEED_MISSING: {
    exit: 'failed',
    hint: 'Write prisma/seed.ts. `npm run task -- prisma/seed.ts` runs it.',
  },
  DATA_INSTALL_FAILED: {
    exit: 'failed',
    hint: 'The lines above come from the package manager; correct the reported errors.',
  },
} as const satisfies Record<string, CodeEntry>;
