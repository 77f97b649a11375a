import type { Config, DatabaseKind } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import { contributedFiles } from '../contributed-files.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { markdownTable } from '../markdown.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';

/** `README.md`: what the project's owner wants to know on the first day. */
export const readme: Emitter = function* (input) {
  const { config, model, contributions } = input;
  const { database } = config;
  const secrets = contributions.flatMap(settingsOf).filter(isNeededSecret);
  const names = secrets.flatMap(({ variable = [] }) => variable);
  const parts = [
    start(config, names) + beginnings(input),
    commands(database),
    places,
    api(model.entities),
    databases[database],
  ];
  yield { path: 'README.md', content: `${[...parts, productions[database](names)].join('\n\n')}\n` };
};

function isNeededSecret({ isSecret, schema }: PluginSetting): boolean {
  return isSecret && schema.required === true;
}

/** Where plugins say themselves how to begin with them. */
function beginnings(input: RenderInput): string {
  const files = [...contributedFiles(input)].filter(({ path }) => path.endsWith('/README.md'));
  return files.map(({ path, owner }) => `\n\nHow to begin with \`${owner}\` is in \`${path}\`.`).join('');
}

const stores: Readonly<Record<DatabaseKind, string>> = {
  file: 'SQLite',
  relational: 'PostgreSQL',
  document: 'MongoDB',
};

/** What has to be there before the first start, besides Node. */
const needs: Readonly<Record<DatabaseKind, string>> = {
  file: '',
  relational: `
\`.env\` says where the PostgreSQL server is, version 13 or later. To have one at hand:
\`docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=postgres -e POSTGRES_DB=app postgres:17\`. `,
  document: `
\`.env\` says where the MongoDB server is, a replica set, if only of one. To have one at hand:
\`docker run -d -p 27017:27017 --name mongo mongo:8 --replSet rs0\`, then
\`docker exec mongo mongosh --eval 'rs.initiate()'\`. `,
};

const start = ({ name, database }: Pick<Config, 'name' | 'database'>, secrets: readonly string[]) =>
  `# ${name}

An Express 5 server and a React client in one project, with Prisma on ${stores[database]}.

\`\`\`sh
npm install
test -e .env || cp .env.example .env
npx genlock db migrate dev
npm run dev
\`\`\`

It needs Node 20.19 or later and runs at <http://localhost:3000>; server and client reload as you edit. Where \`.env\` and
the database are there already, the lines in the middle change nothing.${secrets.length === 0 ? '' : filling(secrets)}
${needs[database]}`.trimEnd();

const filling = (secrets: readonly string[]) => `

Secrets have no example. In a new \`.env\`, give each of these a value that nobody can guess, such as what
\`openssl rand -base64 32\` prints: ${secrets.map((name) => `\`${name}\``).join(', ')}.`;

const commands = (database: DatabaseKind) => `## Commands

${markdownTable(
  ['command', 'what it does'],
  [
    ['`npm run dev`', 'server and client for development, on one port'],
    ['`npm run build`, `npm start`', 'builds both into `dist`, and runs them'],
    ['`npm test`', testing[database]],
    ['`npm run typecheck`, `npm run lint`', 'types and likely mistakes'],
    ['`npm run format`', 'formats every file; `format:check` only looks'],
    ...migrating[database],
    ['`npm run db:seed`', 'adds records to look at'],
    ['`npm run task -- <file>`', 'runs a TypeScript file'],
  ],
)}`;

const testing: Readonly<Record<DatabaseKind, string>> = {
  file: 'all tests, each file on a throw-away database made by the migrations',
  relational: 'all tests, each file on a throw-away schema made by the migrations; without a database they say so',
  document: 'all tests, each file on a throw-away database; without a server they say so',
};

const migrations = [
  ['`npm run db:migrate`', 'makes and applies a migration after the schema has changed'],
  ['`npm run db:deploy`', 'applies the migrations that are pending, for production'],
  ['`npm run db:reset`', 'empties the database and applies all migrations'],
];

const migrating: Readonly<Record<DatabaseKind, readonly (readonly string[])[]>> = {
  file: migrations,
  relational: migrations,
  document: [
    ['`npm run db:migrate`, `npm run db:deploy`', 'makes the indexes the schema asks for'],
    ['`npm run db:reset`', 'empties the database'],
  ],
};

const places = `## What is where

${markdownTable(
  ['folder', 'what it holds'],
  [
    ['`server/app.ts`', 'the Express application; `main.ts` makes it listen and stop'],
    ['`server/routes`', 'the API, a file an entity'],
    ['`server/lib`', 'database, environment, errors, pages of lists, logs'],
    ['`shared`', 'what server and client agree on: the shape of every record and the rules for it'],
    ['`client/pages`', 'the pages; a file’s path is its address'],
    ['`client/components`', 'what pages are made of'],
    ['`prisma`', 'the database schema, its migrations and the seed'],
    ['`test`', 'tests, and factories that make records for them'],
    ['`*/generated`', 'rendered from `genlock.json`; not to be edited'],
  ],
)}`;

function api(entities: readonly EntityModel[]): string {
  const routes = entities.map(({ names }) => [`\`/api/${names.route}\``, names.titlePlural]);
  const table = routes.length === 0 ? '' : `${markdownTable(['address', 'records'], routes)}\n\n`;
  return `## API

${table}\`GET\` lists 50 records, newest first; \`limit\` asks for up to 200, and the \`Link\` header leads to the next page.
\`?field=value\` filters, \`sort=field\` or \`sort=-field\` sorts, \`include=relation\` reads what a record refers to.
\`POST\` creates; \`GET\`, \`PATCH\` and \`DELETE\` on \`/:id\` read, change and delete. A relation is written by id, as
\`customerId\` or \`productIds\` would be, at most 1000 of them. A \`String\` has at most 1000 characters; a \`Text\` has no limit of
its own, but can't be sorted by. Bodies are JSON of up to 100 kB. Errors are problem details (RFC 9457), with a pointer to every value that is wrong.
\`/openapi.json\` describes every route. \`/healthz\` says that the process lives, \`/readyz\` that it takes requests.`;
}

const migrated = `## Database

\`prisma/schema\` describes the tables. After a change to it, \`npx genlock db migrate dev --name what-changed\` writes a
migration, applies it, and makes the client anew; the tests run on the migrations, so they need one too. \`deploy\` and
\`reset\` stand beside \`dev\`, and \`npx genlock db seed\` fills an empty database. The scripts above do the same on the same
files with Prisma's own commands, which download a schema engine.

Genlock needs Node 24. On an older one, put its version in front:
\`npx --ignore-scripts=false -p node@24 -p genlock genlock db migrate dev\`.`;

const pushed = `## Database

\`prisma/schema\` describes the collections. MongoDB has no migrations: after a change \`npm run db:generate\` makes the client
anew, and \`npm run db:migrate\` the indexes. Both, and the server itself, need an engine that Prisma downloads. A record
keeps the ids of those it is linked to, in fields that answers leave out; decimals are kept as text, so lists can't be sorted
by them. \`npx genlock db seed\` fills an empty database.`;

const databases: Readonly<Record<DatabaseKind, string>> = { file: migrated, relational: migrated, document: pushed };

const build = 'the variables of `.env.example` set. The `Dockerfile` makes an image of the built\napplication';

const running = `Behind a proxy set \`TRUST_PROXY\`, or
the server takes every request for plain HTTP from the proxy itself. On SIGTERM the server finishes what it is doing and
exits with 0.`;

/** Secrets come from the environment of whoever types the line, so that they aren't in it. */
const passing = (secrets: readonly string[]) => secrets.map((name) => ` -e ${name}`).join('');

const productions: Readonly<Record<DatabaseKind, (secrets: readonly string[]) => string>> = {
  file: (secrets) => `## Production

\`npm run build\`, then \`npm start\` with ${build} that keeps its database in \`/app/data\`:

\`\`\`sh
docker build -t app .
DATABASE_URL=file:./data/app.db npx genlock db migrate deploy
docker run -p 3000:3000 -v "$PWD/data:/app/data" -e DATABASE_URL=file:./data/app.db${passing(secrets)} app
\`\`\`

The line in the middle brings the database up to date, which the server never does itself; run it before every new
version starts. User 1000, as whom the container runs, has to be able to write to the folder. ${running}`,
  relational: (secrets) => `## Production

\`npm run build\`, then \`npm start\` with ${build}:

\`\`\`sh
docker build -t app .
DATABASE_URL=postgresql://… npx genlock db migrate deploy
docker run -p 3000:3000 -e DATABASE_URL=postgresql://…${passing(secrets)} app
\`\`\`

The line in the middle brings the database up to date, which no server does itself; run it before every new version
starts. Each process holds up to 10 connections, or as many as \`connection_limit\` in the address says. ${running}`,
  document: (secrets) => `## Production

\`npm run build\`, then \`npm start\` with ${build}:

\`\`\`sh
docker build -t app .
DATABASE_URL=mongodb://… npm run db:deploy
docker run -p 3000:3000 -e DATABASE_URL=mongodb://…${passing(secrets)} app
\`\`\`

The line in the middle makes the indexes, which no server does itself; run it before every new version starts. ${running}`,
};
