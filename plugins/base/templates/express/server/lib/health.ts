import { Router } from 'express';
import { log } from './log';
import { notReady } from './problem';
import { findSetupProblem } from './setup';

/** Whether the process is shutting down and accepts no new requests. */
let draining = false;

export function startDraining(): void {
  draining = true;
}

/** Health checks for the process manager: `/healthz` (liveness) and `/readyz` (readiness). */
export const health = Router();

health.use((_req, res, next) => {
  if (draining) res.set('Connection', 'close');
  next();
});

health.get('/healthz', (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
});

health.get('/readyz', async (_req, res) => {
  if (draining) throw notReady();
  const problem = await findSetupProblem().catch((error: unknown) => {
    log.error({ err: error }, 'readiness check failed');
    return notReady();
  });
  if (problem !== undefined) throw problem;
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
});
