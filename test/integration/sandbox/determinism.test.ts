import { expect, test } from 'vitest';
import { run } from '../../unit/sandbox/plugin.ts';

const probe = `
const zone = new Intl.DateTimeFormat('en', { timeStyle: 'full', dateStyle: 'full' });
console.log(Date.now(), new Date().toISOString(), Date(), new Date(0).constructor.now(), Reflect.construct(Date, []).getTime());
console.log(zone.format(), zone.formatToParts().map((part) => part.value).join(''), zone.resolvedOptions().timeZone, zone.format(0));
console.log(new (class extends Date {})().getTime(), new Date(2021, 1, 3, 4).toISOString(), new Date('2021-01-01').getTime());
console.log(Math.random(), Math.random(), (1234567.891).toLocaleString(), new Date().toLocaleString());
sdk.registerCSS({ a: String(Math.random()) });
`;

test('two runs have the same clock, time zone, locale and random numbers', async () => {
  const first = await run(probe);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await run(probe);
  expect(JSON.stringify([second.operations, second.log])).toBe(JSON.stringify([first.operations, first.log]));
  const [clock, format, dates] = first.log.map(({ text }) => text);
  const instant = Date.UTC(2020, 0, 1);
  expect(clock?.match(/\d{13}/g)).toEqual([`${instant}`, `${instant}`, `${instant}`]);
  expect(clock).toContain('2020-01-01T00:00:00.000Z Wed Jan 01 2020 00:00:00 GMT+0000');
  expect(format).toContain('Wednesday, January 1, 2020');
  expect(format).toContain('Thursday, January 1, 1970');
  expect(dates).toBe(`${instant} 2021-02-03T04:00:00.000Z 1609459200000`);
  // Control: outside of the sandbox, the clock advances.
  expect(Date.now()).not.toBe(instant);
});

test('random numbers depend only on the plugin', async () => {
  const values = (await run('console.log(Array.from({ length: 100 }, Math.random))')).log[0]?.text ?? '[]';
  const numbers: number[] = JSON.parse(values);
  expect(new Set(numbers).size).toBe(100);
  expect(numbers.every((value) => value >= 0 && value < 1)).toBe(true);
});

test('has exactly these globals', async () => {
  const { log } = await run(`
for (const key of Reflect.ownKeys(globalThis)) console.log(String(key));
`);
  expect(log.map(({ text }) => text).sort()).toEqual(
    (
      'AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
      'DisposableStack Error EvalError Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array ' +
      'Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set ' +
      'String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray ' +
      'WeakMap WeakSet console TextDecoder TextEncoder URL URLSearchParams atob btoa queueMicrotask structuredClone decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite ' +
      'isNaN parseFloat parseInt undefined unescape'
    )
      .split(' ')
      .sort(),
  );
});
