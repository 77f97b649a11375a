import type { Config, DatabaseKind } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import { contributedFiles } from '../contributed-files.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { hasJobs } from '../server/jobs.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';
import { production } from './readme-production.ts';

/** `README.md`: the introduction for developers. */
export const readme: Emitter = function* (input) {
  const { config, model, contributions } = input;
  const { database } = config;
  const secrets = contributions.flatMap(settingsOf).filter(isNeededSecret);
  const names = secrets.flatMap(({ variable = [] }) => variable);
  const parts = [
    start(config, names) + pluginNotes(input),
    commands(database),
    structure(hasJobs(input)),
    api(model.entities),
    databases[database],
    genlock[database],
  ];
  yield { path: 'README.md', content: `${[...parts, production(database, names)].join('\n\n')}\n` };
};

function isNeededSecret({ isSecret, schema }: PluginSetting): boolean {
  return isSecret && schema.required === true;
}

/** Returns links to the READMEs of plugins. */
function pluginNotes(input: RenderInput): string {
  const files = [...contributedFiles(input)].filter(({ path }) => path.endsWith('/README.md'));
  return files.map(({ path, owner }) => `\n\n\`${path}\` explains how to start with \`${owner}\`.`).join('');
}

const stores: Readonly<Record<DatabaseKind, string>> = {
  file: 'SQLite',
  relational: 'PostgreSQL',
  document: 'MongoDB',
};

/** The server that must run before the first start. */
const needs: Readonly<Record<DatabaseKind, string>> = {
  file: '',
  relational: `
\`DATABASE_URL\` in \`.env\` is the address of a PostgreSQL server, version 13 or later. Docker can start one:
\`docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=postgres -e POSTGRES_DB=app postgres:17\`. `,
  document: `
\`DATABASE_URL\` in \`.env\` is the address of a MongoDB replica set, which may have a single member. Docker can start one:
\`docker run -d -p 27017:27017 --name mongo mongo:8 --replSet rs0\`, then
\`docker exec mongo mongosh --eval 'rs.initiate()'\`. `,
};

const start = (
  { name, database, packageManager = 'npm' }: Pick<Config, 'name' | 'database' | 'packageManager'>,
  secrets: readonly string[],
) =>
  `# ${name}

An Express 5 server and a React client in one project, with Prisma on ${stores[database]}.

\`\`\`sh
${packageManager} install
test -e .env || cp .env.example .env
${firstSchema[database]}
${packageManager} run dev
\`\`\`

The application needs Node 20.19 or later and runs at <http://localhost:3000>. Server and client reload as you edit. The two
lines in the middle change nothing if \`.env\` and the database exist.${database === 'document' ? '' : obtaining}${secrets.length === 0 ? '' : filling(secrets)}
${needs[database]}`.trimEnd();

const firstSchema: Readonly<Record<DatabaseKind, string>> = {
  file: 'genlock db migrate dev',
  relational: 'genlock db migrate dev',
  document: 'npm run db:migrate',
};

const obtaining = `

The section [Genlock](#genlock) explains how to get the \`genlock\` command, and how to work without it.`;

const filling = (secrets: readonly string[]) => `

\`.env.example\` has no secrets. In a new \`.env\`, set each of these to a value that cannot be guessed, such as the output of
\`openssl rand -base64 32\`: ${secrets.map((name) => `\`${name}\``).join(', ')}.`;

const commands = (database: DatabaseKind) => `## Commands

${markdownTable(
  ['command', 'what it does'],
  [
    ['`npm run dev`', 'start server and client for development, on one port'],
    ['`npm run build`, `npm start`', 'build both into `dist`; run the build'],
    ['`npm test`', testing[database]],
    ['`npm run typecheck`, `npm run lint`', 'check types; find likely mistakes'],
    ['`npm run format`', 'format every file; `format:check` only checks'],
    ...migrating[database],
    ['`npm run db:seed`', 'add sample records'],
    ['`npm run task -- <file>`', 'run a TypeScript file'],
  ],
)}`;

const testing: Readonly<Record<DatabaseKind, string>> = {
  file: 'run all tests, each file on a temporary database created by the migrations',
  relational: 'run all tests, each file on a temporary schema created by the migrations; needs a database',
  document: 'run all tests, each file on a temporary database; needs a server',
};

const migrations = [
  ['`npm run db:migrate`', 'create and apply a migration after a schema change'],
  ['`npm run migrate`', 'apply pending migrations, for production; needs the production packages only'],
  ['`npm run db:deploy`', "apply pending migrations with Prisma's command line"],
  ['`npm run db:reset`', 'empty the database and apply all migrations'],
];

const migrating: Readonly<Record<DatabaseKind, readonly (readonly string[])[]>> = {
  file: migrations,
  relational: migrations,
  document: [
    ['`npm run db:migrate`, `npm run db:deploy`', 'create the indexes of the schema'],
    ['`npm run db:reset`', 'empty the database'],
  ],
};

/** Prints a table like the formatter: every column has the width of its widest cell. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, index) => Math.max(3, cell.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const structure = (withJobs: boolean) => `## Project structure

${markdownTable(
  ['path', 'content'],
  [
    ['`server/app.ts`', 'the Express application; `main.ts` starts and stops it'],
    ['`server/routes`', 'the API, one file per entity'],
    ...(withJobs ? [['`server/jobs`', 'your background jobs, one file per job']] : []),
    ['`server/lib`', 'database, environment, errors, pagination, logs'],
    ['`server/mails`', 'the contents of mails, and their layout'],
    ['`shared`', 'the shape and the rules of every record, for server and client'],
    ['`client/pages`', 'the pages; the path of a file is its address'],
    ['`client/components`', 'the components of the pages'],
    ['`client/locales`', 'the messages of the pages, one file per language'],
    ['`client/overrides`', 'your replacements of files in `client`, at the same path'],
    ['`prisma`', 'the database schema, its migrations and the seed'],
    ['`test`', 'tests, and factories that create records for them'],
    ['`*/generated`', 'generated from `genlock.json`; do not edit'],
  ],
)}`;

function api(entities: readonly EntityModel[]): string {
  const routes = entities.map(({ names }) => [`\`/api/${names.route}\``, names.titlePlural]);
  const table = routes.length === 0 ? '' : `${markdownTable(['address', 'records'], routes)}\n\n`;
  return `## API

${table}\`GET\` lists 50 records, newest first. \`limit\` raises that to at most 200. The \`Link\` header has the address of the next page.
\`?field=value\` filters, \`sort=field\` and \`sort=-field\` sort, and \`include=relation\` adds related records.
\`POST\` creates a record. On \`/:id\`, \`GET\` reads it, \`PATCH\` changes it and \`DELETE\` deletes it. Relations are written by id, for
example as \`customerId\` or \`productIds\`, with at most 1000 ids. \`POST /bulk\` creates, changes and deletes up to 1000 records in one
transaction. With \`Accept: text/csv\`, \`GET\` returns all records as CSV. A \`String\` has at most 1000 characters. A \`Text\` has no
such limit, but lists cannot be sorted by it. Request bodies are JSON of at most 100 kB, or 2 MB for \`/bulk\`. Errors are problem
details (RFC 9457) with a pointer to every invalid value. \`/openapi.json\` describes every route. \`/healthz\` reports that the
process runs, \`/readyz\` that it accepts requests.`;
}

const migrated = `## Database

\`prisma/schema\` describes the tables. After a change, \`genlock db migrate dev --name what-changed\` writes a migration, applies
it, and regenerates the client. The tests need the migration, too: they run on the migrations. \`genlock db migrate deploy\` applies
pending migrations, \`genlock db migrate reset\` empties the database, and \`genlock db seed\` fills an empty database.`;

const pushed = `## Database

\`prisma/schema\` describes the collections. MongoDB has no migrations: after a change, \`npm run db:generate\` regenerates the client,
and \`npm run db:migrate\` creates the indexes. Both commands, and the server, need an engine that Prisma downloads. A record
stores the ids of its related records in fields that responses omit. Decimals are stored as strings, so lists cannot be sorted by them.
\`npm run db:seed\` fills an empty database.`;

const databases: Readonly<Record<DatabaseKind, string>> = { file: migrated, relational: migrated, document: pushed };

const genlockSection = `## Genlock

Genlock generated this project from \`genlock.json\`. The value of \`genlock\` in \`genlock.lock.json\` is the exact version. Use
that version: another version might generate other files. \`genlock --version\` prints the installed version. Three ways to get it:

- From the archive \`genlock-<version>.tgz\`: \`npm install --global ./genlock-<version>.tgz\`.
- From the source code of that version: run \`npm ci\`, \`npm run build\` and \`npm link\` in its folder. Without \`npm link\`, write
  \`node <folder>/bin/run.js\` instead of \`genlock\`.
- From a registry to which your team publishes it: \`npm install --global genlock@<version> --registry=<address>\`. First compare
  the maintainers and the integrity: \`npm view genlock@<version> maintainers dist.integrity --registry=<address>\`.

Install Genlock only from a source you trust. In a registry that your team does not control, the name \`genlock\` might belong to
someone else, so do not run \`npx genlock\` if Genlock is not installed.

Genlock runs on Node 24, from 24.15 on, and on Node 26. On an older Node, npm can provide Node 24 for a single command:
\`npx --ignore-scripts=false -p node@24 -p ./genlock-<version>.tgz genlock --version\`.`;

const ownObjects = `

\`genlock db migrate dev\` and \`genlock db push\` keep objects that your own SQL created, such as indexes, triggers and views. They
prompt before a step that loses rows. \`docs/DATABASE.md\` of Genlock lists the tested objects.`;

const pooled = ` Genlock is tested on PostgreSQL 13, 15, 17 and 18.
Migrations need a direct connection: if \`DATABASE_URL\` is a connection pool in transaction mode, set \`DIRECT_DATABASE_URL\` to the
URL of the server.`;

const withoutGenlock = `

After a change between SQLite and PostgreSQL in \`genlock.json\`, \`genlock db migrate dev\` keeps the former migrations in a separate
folder, and \`genlock db copy --from <previous DATABASE_URL>\` copies all rows.

The application runs, builds and passes its tests without Genlock. \`npm run db:migrate\`, \`db:deploy\`, \`db:reset\` and
\`db:seed\` replace the commands of Genlock. They use Prisma's commands, which download a schema engine.`;

const genlock: Readonly<Record<DatabaseKind, string>> = {
  file: genlockSection + ownObjects + withoutGenlock,
  relational: genlockSection + ownObjects + pooled + withoutGenlock,
  document: `${genlockSection}\n\nThe application runs, builds and passes its tests without Genlock.`,
};
