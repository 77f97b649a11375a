import type { DatabaseKind } from '../../config/config.ts';
import { mergeDependencies, nodeRange } from '../dependencies.ts';
import { printJson } from '../json.ts';
import type { Emitter } from '../emitter.ts';

/** No script relies on a `pre` or `post` hook: `ignore-scripts` stops those. Whatever needs the client generates it first. */
const scripts = (database: DatabaseKind) => ({
  dev: 'node scripts/check-setup.mjs && prisma generate && vite',
  build: 'prisma generate && vite build && vite build --ssr server/main.ts',
  start: 'node dist/server/main.js',
  test: 'prisma generate && vitest run',
  typecheck: 'prisma generate && tsc',
  lint: 'oxlint --deny-warnings',
  format: 'oxfmt',
  'format:check': 'oxfmt --check',
  task: 'node scripts/task.mjs',
  'db:generate': 'prisma generate',
  ...migrating[database],
  'db:seed': 'prisma generate && node scripts/task.mjs prisma/seed.ts',
});

const migrations = {
  'db:migrate': 'prisma migrate dev',
  'db:deploy': 'prisma migrate deploy',
  'db:reset': 'prisma migrate reset',
};

/** MongoDB has indexes, but no migrations. */
const migrating: Readonly<Record<DatabaseKind, typeof migrations>> = {
  file: migrations,
  relational: migrations,
  document: {
    'db:migrate': 'prisma db push',
    'db:deploy': 'prisma db push --skip-generate',
    'db:reset': 'prisma db push --force-reset',
  },
};

export const packageJson: Emitter = function* ({ config, contributions }) {
  yield {
    path: 'package.json',
    content: printJson({
      name: config.name,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: scripts(config.database),
      ...mergeDependencies(config.database, contributions),
      engines: { node: nodeRange },
    }),
  };
};
