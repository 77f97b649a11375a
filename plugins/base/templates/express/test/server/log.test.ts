import { afterEach, expect, it, vi } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';
import { describeError, log, requestContext } from '../../server/lib/log';
import { readableLine } from '../../server/lib/readable-log';

const { level } = log;
afterEach(() => {
  log.level = level;
  vi.restoreAllMocks();
});

/** Returns the lines that an action logs. */
function logged(act: () => void): string[] {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  log.level = 'info';
  act();
  return write.mock.calls.map(([line]) => String(line));
}

it('does not log values of the query', () => {
  const message = 'Invalid invocation:\n\n{ name: "Jane Doe" }\n\nArgument `email` is missing.';
  const error = new Prisma.PrismaClientValidationError(message, { clientVersion: '' });
  const description = describeError(error);
  expect(description).toMatchObject({ message: 'Argument `email` is missing.' });
  expect(JSON.stringify(description)).not.toContain('Jane Doe');
});

it.each([
  'Unable to fit integer value "Jane Doe" into an INT4',
  "invalid input syntax for type uuid: 'Jane Doe'",
  'Key (name)=(Jane Doe) already exists.',
])('does not log the values in the cause: %s', (message) => {
  const error = new Prisma.PrismaClientKnownRequestError(message, {
    code: 'P2033',
    clientVersion: '',
  });
  expect(JSON.stringify(describeError(error))).not.toContain('Jane Doe');
  const driver = Object.assign(new Error(message), { name: 'DriverAdapterError', detail: message });
  expect(JSON.stringify(describeError(driver))).not.toContain('Jane Doe');
});

it('logs the names in the cause', () => {
  const message = 'null value in column "name" of relation "Order" violates constraint "Order_key"';
  const error = new Prisma.PrismaClientUnknownRequestError(message, { clientVersion: '' });
  expect(describeError(error)).toMatchObject({ message });
});

it('does not log secrets', () => {
  const address = ['postgresql:/', 'user:canary@localhost', 'app'].join('/');
  const err = new Error(`no answer from ${address}`);
  const lines = logged(() => {
    log.info({ password: 'canary', user: { accessToken: 'canary' } });
    log.info({ headers: { authorization: 'canary', 'set-cookie': 'canary' } });
    log.error({ err });
  });
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('canary');
});

it('adds the request id to every line of a request', () => {
  const requestId = 'request-of-tests';
  const [during, after] = logged(() => {
    requestContext.run({ requestId, languageOf: () => false }, () => log.info({ a: 1 }, 'during'));
    log.info('after');
  }).map((line) => JSON.parse(line));
  expect(during).toEqual({
    time: expect.any(String),
    level: 'info',
    requestId,
    a: 1,
    msg: 'during',
  });
  expect(after).toEqual({ time: expect.any(String), level: 'info', msg: 'after' });
});

it('prints a request and an error in a readable form', () => {
  const time = '2026-01-01T12:00:00.000Z';
  const request = { time, level: 'info', msg: 'request', requestId: 'request-of-tests' };
  const line = JSON.stringify({ ...request, method: 'GET', path: '/', status: 200, ms: 3 });
  expect(readableLine(line)).toMatch(/^\d\d:\d\d:\d\d GET \/ 200 3 ms\n$/);
  const stack =
    'Error: no\n    at own (/app/server/a.ts:1:2)\n    at other (/app/node_modules/b.js:3:4)';
  const err = { type: 'Error', message: 'no', stack };
  const failed = readableLine(JSON.stringify({ ...request, level: 'error', msg: 'failed', err }));
  expect(failed).toMatch(/ ERROR failed Error: no \[request-of-tests\]\n {2}at own .*\n$/);
});
