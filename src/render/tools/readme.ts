import type { EntityModel } from '../../data-layer/model.ts';
import type { Emitter } from '../emitter.ts';
import { markdownTable } from '../markdown.ts';

/** `README.md`: what the project's owner wants to know on the first day. */
export const readme: Emitter = function* ({ config, model }) {
  yield {
    path: 'README.md',
    content: `${[start(config.name), commands, places, api(model.entities), database, production].join('\n\n')}\n`,
  };
};

const start = (name: string) => `# ${name}

An Express 5 server and a React client in one project, with Prisma on SQLite.

\`\`\`sh
npm install
cp .env.example .env
npx genlock db migrate dev
npm run dev
\`\`\`

It needs Node 20.19 or later and runs at <http://localhost:3000>; server and client reload as you edit.`;

const commands = `## Commands

${markdownTable(
  ['command', 'what it does'],
  [
    ['`npm run dev`', 'server and client for development, on one port'],
    ['`npm run build`, `npm start`', 'builds both into `dist`, and runs them'],
    ['`npm test`', 'all tests, each file on a throw-away database made by the migrations'],
    ['`npm run typecheck`, `npm run lint`', 'types and likely mistakes'],
    ['`npm run format`', 'formats every file; `format:check` only looks'],
    ['`npm run db:migrate`', 'makes and applies a migration after the schema has changed'],
    ['`npm run db:deploy`', 'applies the migrations that are pending, for production'],
    ['`npm run db:reset`', 'empties the database and applies all migrations'],
    ['`npm run db:seed`', 'adds records to look at'],
    ['`npm run task -- <file>`', 'runs a TypeScript file'],
  ],
)}`;

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
\`POST\` creates; \`GET\`, \`PATCH\` and \`DELETE\` on \`/:id\` read, change and delete. Errors are problem details (RFC 9457).
\`/healthz\` says that the process lives, \`/readyz\` that it takes requests.`;
}

const database = `## Database

The scripts above call Prisma, which downloads its schema engine for migrations. Where that isn't possible,
\`npx genlock db migrate dev\`, \`deploy\`, \`reset\` and \`npx genlock db seed\` do the same on the same files without it.`;

const production = `## Production

\`npm run build\`, then \`npm start\` with the variables of \`.env.example\` set; the \`Dockerfile\` does both. On SIGTERM the
server finishes what it is doing and exits with 0. Behind a proxy, set \`TRUST_PROXY\`.`;
