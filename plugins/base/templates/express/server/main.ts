import { createApp } from './app';
import { db, prepareDatabase } from './lib/db';
import { env } from './lib/env';
import { startDraining } from './lib/health';
import { log } from './lib/log';

/** Requests that are under way when the process is told to stop get this long to end. */
const patience = 10_000;

await prepareDatabase();
const server = createApp({ client: 'dist/client' }).listen(env.PORT, (error) => {
  if (error) {
    log.fatal(error);
    process.exit(1);
  }
  log.info(`Listening on http://localhost:${env.PORT}`);
});

process.once('SIGTERM', () => {
  startDraining();
  setTimeout(stop, env.DRAIN_SECONDS * 1000);
});
process.once('SIGINT', stop);

function stop(): void {
  startDraining();
  setTimeout(() => server.closeAllConnections(), patience).unref();
  // `close` ends connections that are idle now; this one ends those that will be, once they have their answer.
  setInterval(() => server.closeIdleConnections(), 100).unref();
  server.close(async () => {
    await db.$disconnect();
    process.exit(0);
  });
}
