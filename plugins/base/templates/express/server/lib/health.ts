import { Router } from 'express';
import { pingDatabase } from './db';
import { HttpProblem } from './problem';

/** Whether the process is on its way out and wants no new work. */
let draining = false;

export function startDraining(): void {
  draining = true;
}

/** For whatever runs the process: `/healthz` says that it lives, `/readyz` that it can take requests. */
export const health = Router();

health.use((_req, res, next) => {
  if (draining) res.set('Connection', 'close');
  next();
});

health.get('/healthz', (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
});

health.get('/readyz', async (_req, res) => {
  if (draining || !(await databaseAnswers())) {
    throw new HttpProblem(503, {
      code: 'not_ready',
      detail: 'Not able to take requests right now.',
    });
  }
  res.set('Cache-Control', 'no-store').json({ status: 'ok' });
});

async function databaseAnswers(): Promise<boolean> {
  try {
    await pingDatabase();
    return true;
  } catch {
    return false;
  }
}
