import type { DatabaseKind } from '../../config/config.ts';
import { hasJobs } from '../server/jobs.ts';
import { jobsNodeRange, mergeDependencies, nodeRange, overridesOf, prismaRelease } from '../dependencies.ts';
import { printJson } from '../json.ts';
import type { Emitter } from '../emitter.ts';
import { generateScript } from './generate-client.ts';
import { migrateScript } from './migrate.ts';

/** The command that generates the Prisma client. */
const generate: Readonly<Record<DatabaseKind, string>> = {
  file: `node ${generateScript}`,
  relational: `node ${generateScript}`,
  document: 'prisma generate',
};

/**
 * The scripts use no `pre` and `post` hooks, because `ignore-scripts` disables hooks. Scripts that need the client
 * generate it first.
 */
const scripts = (database: DatabaseKind) => ({
  dev: `node scripts/check-setup.mjs && ${generate[database]} && vite`,
  build: `${generate[database]} && vite build && vite build --ssr server/main.ts`,
  start: 'node dist/server/main.js',
  test: `${generate[database]} && vitest run`,
  typecheck: `${generate[database]} && tsc`,
  lint: 'oxlint --deny-warnings',
  format: 'oxfmt',
  'format:check': 'oxfmt --check',
  task: 'node scripts/task.mjs',
  'db:generate': generate[database],
  ...migrating[database],
  'db:seed': `${generate[database]} && node scripts/task.mjs prisma/seed.ts`,
});

/** npx installs Prisma's command line when a script needs it. */
const npxPrisma = `npx prisma@${prismaRelease.file}`;

const migrations = {
  migrate: `node ${migrateScript}`,
  'db:migrate': `${npxPrisma} migrate dev`,
  'db:deploy': `${npxPrisma} migrate deploy`,
  'db:reset': `${npxPrisma} migrate reset`,
};

/** MongoDB has indexes, but no migrations. */
const migrating: Readonly<Record<DatabaseKind, Readonly<Record<string, string>>>> = {
  file: migrations,
  relational: migrations,
  document: {
    'db:migrate': 'prisma db push',
    'db:deploy': 'prisma db push --skip-generate',
    'db:reset': 'prisma db push --force-reset',
  },
};

export const packageJson: Emitter = function* (input) {
  const { config, contributions } = input;
  const withJobs = hasJobs(input);
  yield {
    path: 'package.json',
    content: printJson({
      name: config.name,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: scripts(config.database),
      ...mergeDependencies(config.database, contributions, { withJobs }),
      overrides: overridesOf[config.database],
      engines: { node: withJobs && config.database === 'relational' ? jobsNodeRange : nodeRange },
    }),
  };
};
