import type { DatabaseKind } from '../../config/config.ts';
import type { Emitter } from '../emitter.ts';
import type { StaticPath } from '../read-static-files.ts';
import { staticFile } from '../static-file.ts';

/** The project's script that applies migrations with the database driver only, from the root. */
export const migrateScript = 'scripts/migrate.mjs';

/** MongoDB has no migrations. */
const databaseFiles: Readonly<Record<DatabaseKind, readonly StaticPath[]>> = {
  file: ['file/scripts/migration-database.mjs'],
  relational: ['relational/scripts/migration-database.mjs', 'relational/scripts/migration-script.mjs'],
  document: [],
};

/** `scripts/migrate.mjs` and its database files: migrations in an image with only the production packages. */
export const migrate: Emitter = function* ({ config }) {
  const paths = databaseFiles[config.database];
  if (paths.length > 0) yield { path: migrateScript, content: staticFile(migrateScript) };
  for (const path of paths) yield { path: path.slice(path.indexOf('/') + 1), content: staticFile(path) };
};
