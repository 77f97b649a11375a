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
  DATA_ENTITY_REFUSED: {
    exit: 'failed',
    hint: 'Rename the entity: only the plugin uses this model.',
  },
  DATA_FIELD_RESERVED: { exit: 'failed', hint: 'Remove the field from the entity: only the plugin uses this column.' },
  DATA_FIELD_UNFILLED: {
    exit: 'failed',
    hint: 'Make the field or relation optional, or give it a default: the plugin creates the records without this value.',
  },
  DATA_DELETE_REFUSED: {
    exit: 'failed',
    hint: 'Use "restrict" or "setNull" as `onDelete`: only the plugin deletes these records.',
  },
  DATA_HOOKS_ENTITY: {
    exit: 'failed',
    hint: 'Add the entity to genlock.json, keep its name, or remove the plugin.',
  },
  DATA_EXTENSION_ENTITY: {
    exit: 'failed',
    hint: 'Add the entity to genlock.json, change the setting of the plugin that names the entity, or remove the plugin.',
  },
  DATA_EXTENSION_CLASH: {
    exit: 'failed',
    hint: 'Rename the member in genlock.json, or remove one of the plugins.',
  },
  DATA_EXTENSION_UNSUPPORTED: {
    exit: 'failed',
    hint: 'Remove the plugin, or ask its author for fields that this project supports.',
  },
  DATA_EXTENSION_EFFECT: {
    exit: 'failed',
    hint: 'Rename the member in genlock.json, or remove the plugin.',
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
  DATA_NOT_INSTALLED: {
    exit: 'failed',
    hint: 'Run `npm install` in the project first, or the same command of your package manager.',
  },
  DATA_URL_MISSING: { exit: 'failed', hint: 'Put DATABASE_URL="file:./dev.db" in the .env file of the project.' },
  DATA_URL_INVALID: {
    exit: 'failed',
    hint: 'For SQLite write file: and a path, e.g. DATABASE_URL="file:./dev.db"; for PostgreSQL postgresql://user:password@host:5432/database.',
  },
  DATA_UNREACHABLE: {
    exit: 'failed',
    hint: 'Check DATABASE_URL. SQLite: the path can be opened and written. PostgreSQL: the server runs, and host, port and sslmode are correct.',
  },
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
  DATA_READ_ONLY: {
    exit: 'failed',
    hint: 'Use the URL of the primary server, not of a replica, or remove default_transaction_read_only from the database or user.',
  },
  DATA_POOLED: {
    exit: 'failed',
    hint: 'Set DIRECT_DATABASE_URL, in the environment or in .env, to the URL of the PostgreSQL server itself. Migration commands use it. The application keeps DATABASE_URL.',
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
  DATA_RELATION_AMBIGUOUS: {
    exit: 'conflict',
    hint: 'Put the relations of genlock.json in their former order. Make each change in a separate migration.',
  },
  DATA_REBUILD: {
    exit: 'conflict',
    hint: 'Drop or change the object first, or write the change with `genlock db migrate dev --create-only` and edit it.',
  },
  DATA_UNEXECUTABLE: {
    exit: 'failed',
    hint: 'Give the field a default or make it optional, or use --create-only and write the step into the migration.',
  },
  DATA_MIGRATION_FAILED: {
    exit: 'failed',
    hint: 'The migration changed nothing, unless it has statements that cannot run in a transaction. Correct it, then `genlock db migrate reset` in development; in production mark it with `npm run migrate -- --rolled-back <name>`.',
  },
  DATA_MIGRATION_PENDING_FAILED: {
    exit: 'failed',
    hint: 'An earlier migration failed and blocks the next. In development `genlock db migrate reset`; in production repair it and mark it with `npm run migrate -- --rolled-back <name>` or `--applied <name>`.',
  },
  DATA_NOT_EMPTY: {
    exit: 'conflict',
    hint: 'The database has tables but no migration history. Use an empty database, or mark the migrations of its tables with `npm run migrate -- --applied <name>`.',
  },
  DATA_PROVIDER_MISMATCH: {
    exit: 'conflict',
    hint: 'Run `genlock db migrate dev`: it keeps the old migrations in a separate folder and starts new ones.',
  },
  DATA_MIGRATIONS_PENDING: {
    exit: 'conflict',
    hint: 'Run `genlock db migrate deploy`. Then run the command again.',
  },
  DATA_COPY_SOURCE: {
    exit: 'failed',
    hint: 'Bring the source to the same schema with `genlock db migrate deploy`, or check the URL after --from.',
  },
  DATA_COPY_TARGET: {
    exit: 'conflict',
    hint: 'Use an empty database: set DATABASE_URL, run `genlock db migrate deploy`, which adds no rows, and copy again.',
  },
  DATA_COPY_VALUES: {
    exit: 'failed',
    hint: 'Correct these values in the source and run the command again. No row was written.',
  },
  DATA_COPY_UNSUPPORTED: {
    exit: 'failed',
    hint: 'Use a type that both kinds of database have, or copy the rows with your own program.',
  },
  DATA_COPY_FAILED: {
    exit: 'failed',
    hint: 'Correct the row in the source, or the rule in the target. Then run the command again: it continues.',
  },
  DATA_COPY_DIFFERS: {
    exit: 'conflict',
    hint: 'Stop the programs that write to the target, empty it, and copy again.',
  },
  DATA_MIGRATION_UNREADABLE: {
    exit: 'failed',
    hint: 'Every folder below prisma/migrations needs a migration.sql: restore the file, or remove the folder.',
  },
  DATA_ENGINE: {
    exit: 'failed',
    hint: 'The message comes from Prisma’s schema engine or from the database. Correct what it names, then run the command again.',
  },
  DATA_ENGINE_PANIC: {
    exit: 'failed',
    hint: 'This is a bug in Prisma’s schema engine. Run the command with Prisma’s own engine, which uses the same migrations: `npx prisma migrate dev` or `npx prisma db push`. Report the message with your schema and migrations.',
  },
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
