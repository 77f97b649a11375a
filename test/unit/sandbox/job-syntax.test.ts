import { expect, test } from 'vitest';
import { isJobName, isSchedule, isTimeZoneName } from '../../../sandbox/protocol/job-syntax.ts';

test.each(['* * * * *', '0 8 * * 1-5', '*/15 0-6/2 1,15 12 7', '59 23 31 12 0'])('%s is a schedule', (text) => {
  expect(isSchedule(text)).toBe(true);
});

test.each([
  ...['', '* * * *', '* * * * * *', '*  * * * *', ' * * * * *', '* * * * *\n'],
  ...['60 * * * *', '* 24 * * *', '* * 0 * *', '* * 32 * *', '* * * 13 *', '* * * * 8'],
  ...['*/0 * * * *', '5/2 * * * *', '9-5 * * * *', '1- * * * *', ',1 * * * *', '1,, * * * *'],
  ...['@daily * * * *', 'L * * * *', '* * * JAN *', '1#2 * * * *', "'; evil(); // * * * *", 'FREQ=DAILY'],
  `${'1,'.repeat(60)}1 * * * *`,
])('%j is not a schedule', (text) => {
  expect(isSchedule(text)).toBe(false);
});

test.each(['a', 'send-digest', 'a1-b2'])('%s is a name', (text) => {
  expect(isJobName(text)).toBe(true);
});

test.each(['', 'A', '1a', 'a-', '-a', 'a--b', 'a/b', 'a.b', 'a b', "a'", 'ä', 'a\n', 'a'.repeat(64)])(
  '%j is not a name',
  (text) => {
    expect(isJobName(text)).toBe(false);
  },
);

test.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s has the form of a zone',
  (text) => {
    expect(isTimeZoneName(text)).toBe(true);
  },
);

test.each(['', 'Europe/', '/Berlin', '+02:00', 'a b', "a'", 'a/b/c/d', 'UTC\n', 'a'.repeat(51)])(
  '%j does not have the form of a zone',
  (text) => {
    expect(isTimeZoneName(text)).toBe(false);
  },
);
