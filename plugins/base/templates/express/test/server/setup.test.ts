import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '../support/api';
import { env } from '../../server/lib/env';
import { handleError } from '../../server/lib/errors';
import { findSetupProblem } from '../../server/lib/setup';
import { SetupProblem } from '../../server/lib/setup-problem';

const { NODE_ENV } = env;
afterEach(() => {
  env.NODE_ENV = NODE_ENV;
});

it('finds no problem in a database with every migration', async () => {
  expect(await findSetupProblem()).toBeUndefined();
});

it.for([
  ['production', 'not_ready', false],
  ['development', 'migration_pending', true],
] as const)('answers a setup problem in %s', async ([mode, code, showsFix]) => {
  env.NODE_ENV = mode;
  const problem = await answerTo(
    new SetupProblem('A migration is pending.', {
      code: 'migration_pending',
      command: 'genlock db migrate dev',
    }),
  );
  expect(problem).toMatchObject({ status: 503, code });
  expect(JSON.stringify(problem).includes('genlock db migrate dev')).toBe(showsFix);
});

/** Sends a request to a server whose only route throws `error`. */
async function answerTo(error: Error): Promise<Problem> {
  const app = express();
  app.get('/', () => {
    throw error;
  });
  const server = app.use(handleError).listen(0);
  await once(server, 'listening');
  const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`);
  server.close();
  return response.json();
}
