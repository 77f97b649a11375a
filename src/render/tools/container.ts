import type { DatabaseKind } from '../../config/config.ts';
import type { Emitter } from '../emitter.ts';
import { managerCommands, type ManagerCommands } from './package-manager.ts';

const dockerfile = (
  database: DatabaseKind,
  { lockfile, setup, install, prune, run }: ManagerCommands,
) => `FROM node:24-slim AS packages
WORKDIR /app
${before[database]}${setup === undefined ? '' : `RUN ${setup}\n`}COPY package.json ${lockfile} .npmrc ./
RUN ${install}

# Also runs tasks, which need the sources and all packages: docker build --target build
FROM packages AS build
COPY . .
RUN ${run} build

FROM packages AS production
RUN ${prune}

FROM node:24-slim
WORKDIR /app
${before[database]}ENV NODE_ENV=production
COPY --chown=node:node package.json ./
COPY --from=production --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
COPY --from=build --chown=node:node /app/prisma ./prisma
${migrations[database]}${after[database]}USER node
EXPOSE 3000
CMD ["node", "dist/server/main.js"]
`;

const openssl = `RUN apt-get update && apt-get install --yes --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*
`;

/** Prisma's engine for MongoDB, a native library, needs OpenSSL. */
const before: Readonly<Record<DatabaseKind, string>> = { file: '', relational: '', document: openssl };

/** The script that applies the migrations: `node scripts/migrate.mjs` in a container. */
const scripts = `COPY --from=build --chown=node:node /app/scripts ./scripts
`;
const migrations: Readonly<Record<DatabaseKind, string>> = { file: scripts, relational: scripts, document: '' };

const after: Readonly<Record<DatabaseKind, string>> = {
  file: `RUN install --directory --owner=node /app/data
`,
  relational: '',
  // The engine is loaded from the folder of the generated client.
  document: `COPY --from=build --chown=node:node /app/server/generated/prisma ./server/generated/prisma
`,
};

/** `Dockerfile`: the image of the built application. */
export const container: Emitter = function* ({ config }) {
  const { database, packageManager = 'npm' } = config;
  yield { path: 'Dockerfile', content: dockerfile(database, managerCommands[packageManager]) };
};
