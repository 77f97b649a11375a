import { openEntities } from './generated/access';
import { db, prepareDatabase } from './lib/db';
import { env } from './lib/env';
import { startDraining } from './lib/health';
import { log } from './lib/log';
import { checkMail } from './lib/mail-check';
import { findSetupProblem } from './lib/setup';
import { SetupProblem } from './lib/setup-problem';
import { finishWork, patience } from './lib/shutdown';
import { startTelemetry } from './lib/telemetry';

/** The time for the database to disconnect afterwards. */
const disconnecting = 2000;

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception');
  process.exit(1);
});

// Until the server listens. The first process of a container ignores signals without a handler.
const exit = () => process.exit(0);
process.once('SIGTERM', exit).once('SIGINT', exit);

const problem = await findSetupProblem();
if (problem !== undefined) refuse(problem);
checkMail();
await prepareDatabase();
const telemetry = await startTelemetry();

// Only a dynamic import reports a problem with a file of the project, such as its path.
const { createApp } = await import('./app').catch(refuseSetupProblem);

const app = createApp({ client: 'dist/client', telemetry: telemetry?.api });
await startJobs().catch(refuseSetupProblem);
const server = app.listen(env.PORT, (error) => {
  if (error) {
    const isTaken = 'code' in error && error.code === 'EADDRINUSE';
    if (isTaken) log.fatal({ code: 'port_in_use' }, portText());
    else log.fatal({ err: error }, 'the server cannot listen');
    process.exit(1);
  }
  log.info(`Listening on http://localhost:${env.PORT}`);
  warnOfOpenEntities();
});

process.off('SIGTERM', exit).once('SIGTERM', () => {
  startDraining();
  setTimeout(stop, env.DRAIN_SECONDS * 1000);
});
process.off('SIGINT', exit).once('SIGINT', stop);

/** Runs the background jobs. Only an application with jobs has the file. */
async function startJobs(): Promise<void> {
  const files = import.meta.glob<{ startServerJobs: () => Promise<void> }>('./lib/jobs/start.ts');
  for (const load of Object.values(files)) await (await load()).startServerJobs();
}

function refuseSetupProblem(error: unknown): never {
  if (error instanceof SetupProblem) return refuse(error);
  throw error;
}

function refuse({ code, line }: SetupProblem): never {
  log.fatal({ code }, line);
  process.exit(1);
}

function stop(): void {
  const end = Date.now() + patience;
  startDraining();
  log.info('Shutting down');
  setTimeout(() => server.closeAllConnections(), patience).unref();
  // A query that never ends keeps its connection.
  setTimeout(() => process.exit(1), patience + disconnecting).unref();
  // `close` only ends connections that are idle now. This timer ends connections that become idle
  // later.
  setInterval(() => server.closeIdleConnections(), 100).unref();
  server.close(async () => {
    await finishWork(end - Date.now());
    await db.$disconnect();
    await telemetry?.stop();
    process.exit(0);
  });
}

/** In production, every caller reaches entities without an access rule. */
function warnOfOpenEntities(): void {
  if (env.NODE_ENV !== 'production' || openEntities.length === 0) return;
  const names = openEntities.join(', ');
  log.warn(
    { code: 'open_entities', entities: openEntities },
    `Anyone can change records without signing in: ${names}. Set "access" in genlock.json.`,
  );
}

function portText(): string {
  return `Port ${env.PORT} is in use. Run: PORT=${env.PORT + 1} npm start`;
}
