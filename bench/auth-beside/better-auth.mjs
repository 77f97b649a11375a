// Better Auth on the same database, with the same hash cost. Started in its installation folder.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.cwd(), 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { betterAuth } = await load('better-auth');
const { toNodeHandler } = await load('better-auth/node');
const { getMigrations } = await load('better-auth/db/migration');
const { Pool } = require('pg');
const bcrypt = require('bcrypt');

const cost = Number(process.env.BCRYPT_COST);
const options = {
  database: new Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  baseURL: `http://127.0.0.1:${process.env.PORT}`,
  secret: process.env.JWT_SECRET,
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => bcrypt.hash(password, cost),
      verify: ({ hash, password }) => bcrypt.compare(password, hash),
    },
  },
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
const handler = toNodeHandler(betterAuth(options));
createServer((request, response) => {
  if (request.url === '/readyz') response.end('{}');
  else void handler(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
