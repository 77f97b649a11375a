import type { DatabaseKind } from '../../config/config.ts';

const build =
  'Run `npm run build`, then `npm start` with the variables of `.env.example`. The `Dockerfile` builds an image of\nthe application';

const running = `Behind a proxy, set \`TRUST_PROXY\`:
otherwise the server treats every request as plain HTTP from the proxy. On SIGTERM the server completes the open requests, delivers
the mails that wait and exits with 0. Both have 10 seconds. A query that still runs after 12 seconds is cut off, and the server exits
with 1. \`DRAIN_SECONDS\` is added to both times. \`RATE_LIMIT\` is the number of requests to \`/api\` per minute and address. With
\`OTEL_EXPORTER_OTLP_ENDPOINT\`, the server sends traces and metrics to OpenTelemetry. It logs the packages to install.`;

/** The secrets of a container come from the environment of the shell, so the command does not contain them. */
const passing = (secrets: readonly string[]) => secrets.map((name) => ` -e ${name}`).join('');

/** The times of a stop are longer than the default of Docker, which is 10 seconds. */
const dockerRun = 'docker run -p 3000:3000 --init --stop-timeout 30';

const applying = `The second line applies pending migrations. The server never does: run it before each new version starts. Several containers can
run it at the same time. After a failed migration, it prints the commands that mark the migration as rolled back or applied.`;

/** Explains how to run tasks in containers: the image of the application does not contain them. */
const tasks = (run: string) => `

The stage \`build\` of the \`Dockerfile\` has the sources, so it can run tasks:

\`\`\`sh
docker build --target build -t app-tasks .
docker run --rm -it ${run} app-tasks npm run task -- <file>
\`\`\``;

const compose = `

\`docker compose up --build --detach\` starts PostgreSQL, applies the migrations and starts the application. It reads the secrets and
\`POSTGRES_PASSWORD\` from \`.env\`. PostgreSQL stores this password in its volume at the first start: a later change has no effect
there. For a new version, apply the migrations before you replace the containers. If a migration fails, the former version continues:

\`\`\`sh
docker compose build
docker compose run --rm migrate && docker compose up --detach
\`\`\`

\`docker compose run --rm --build task <file>\` runs a task on this database. Each process opens up to 10 connections, or the
\`connection_limit\` of the address.`;

const volume = '-v app-data:/app/data -e DATABASE_URL=file:./data/app.db';
const address = '-e DATABASE_URL=postgresql://…';

const productions: Readonly<Record<DatabaseKind, (secrets: readonly string[]) => string>> = {
  file: (secrets) => `## Production

${build}, with the database in the volume \`app-data\`:

\`\`\`sh
docker build -t app .
docker run --rm ${volume} app npm run migrate
${dockerRun} ${volume}${passing(secrets)} app
\`\`\`

${applying} The container runs as user 1000. If you replace the volume with a folder, this user needs write access to the folder.
${running}${tasks(volume + passing(secrets))}`,
  relational: (secrets) => `## Production

${build}:

\`\`\`sh
docker build -t app .
docker run --rm ${address} app npm run migrate
${dockerRun} ${address}${passing(secrets)} app
\`\`\`

${applying} ${running}${compose}`,
  document: (secrets) => `## Production

${build}:

\`\`\`sh
docker build -t app .
DATABASE_URL=mongodb://… npm run db:deploy
${dockerRun} -e DATABASE_URL=mongodb://…${passing(secrets)} app
\`\`\`

The second line creates the indexes. The server never does: run it before each new version starts. ${running}`,
};

/** Returns the section of `README.md` about production. `secrets` are the variables that the application requires. */
export function production(database: DatabaseKind, secrets: readonly string[]): string {
  return productions[database](secrets);
}
