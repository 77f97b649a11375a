import { expect, test } from 'vitest';
import type { Operation, RegisteredJob } from '../../../sandbox/index.ts';
import { codesOf, files, unvalidatedText } from './trial.ts';

const own = files('server/lib/send.ts', 'server/lib/seen/index.ts', 'client/lib/send.ts', "server/a';evil();'.ts");
const register = (...jobs: readonly RegisteredJob[]): Operation => ({ kind: 'registerJobs', jobs });
const send: RegisteredJob = { name: 'send', module: 'server/lib/send' };
const codes = (...jobs: readonly RegisteredJob[]) => codesOf([own, register(...jobs)]);

/** Control: without validation, the module is imported. */
const rendered = (...jobs: readonly RegisteredJob[]) =>
  unvalidatedText('server/generated/jobs.ts', [own, register(...jobs)]);

test.each(['server/lib/send', 'server/lib/send.ts', 'server/lib/seen'])('accepts %s', (module) => {
  expect(codes({ ...send, module })).toEqual([]);
});

test.each(['server/lib/db', 'client/lib/send', 'node_modules/express/index.js', 'server/lib'])(
  'refuses %s, which is not a server module of the plugin',
  (module) => {
    expect(codes({ ...send, module })).toEqual(['JUDGE_JOB_MODULE']);
    expect(rendered({ ...send, module })).toContain("name: 'stock/send'");
  },
);

test('refuses a name of a module that is code', () => {
  expect(codes({ ...send, module: "server/a';evil();'" })).toEqual(['JUDGE_MODULE_NAME']);
  expect(rendered({ ...send, module: "server/a';evil();'" })).toContain('evil();');
});

test('refuses two jobs with one name, also in two calls', () => {
  expect(codes(send, { ...send, name: 'other' })).toEqual([]);
  expect(codes(send, { ...send, module: 'server/lib/seen' })).toEqual(['JUDGE_JOB_TWICE']);
  expect(codesOf([own, register(send), register(send)])).toEqual(['JUDGE_JOB_TWICE']);
  expect(rendered(send, send)?.match(/name: /gu)).toHaveLength(2);
});

test('refuses a time zone that does not exist or has no schedule', () => {
  const schedule = '0 8 * * *';
  expect(codes({ ...send, schedule, timeZone: 'Europe/Berlin' })).toEqual([]);
  expect(codes({ ...send, schedule, timeZone: 'Europe/Atlantis' })).toEqual(['JUDGE_JOB_TIME_ZONE']);
  expect(codes({ ...send, timeZone: 'Europe/Berlin' })).toEqual(['JUDGE_JOB_TIME_ZONE']);
});

test.each(['0 0 30 2 *', '0 0 31 4,6,9,11 *', '* * 31 4-6/2 *', '0 0 30-31 2 *'])(
  'refuses the schedule %s, which never occurs',
  (schedule) => {
    expect(codes({ ...send, schedule })).toEqual(['JUDGE_JOB_SCHEDULE']);
    expect(rendered({ ...send, schedule })).toContain(schedule);
  },
);

test.each(['0 0 29 2 *', '0 0 31 */4 *', '0 0 30 2 1', '0 0 28,30 2 *', '0 0 */30 2 *', '0 0 31 4-6 *'])(
  'accepts the schedule %s, which occurs',
  (schedule) => expect(codes({ ...send, schedule })).toEqual([]),
);
