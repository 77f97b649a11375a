/**
 * Fixes the clock and randomness, so that the same inputs produce the same operations. Other sources of variation
 * (garbage collection, shared memory) are removed.
 */

/** Fixed time of every run. */
const instant = Date.UTC(2020, 0, 1);

/** Fixes the isolate's clock and seeds `Math.random`. */
export function makeDeterministic(seed: string): void {
  fixDate();
  fixDateTimeFormat();
  Math.random = seeded(seed);
  for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'Temporal']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

function fixDate(): void {
  const RealDate = Date;
  const FixedDate = function (...parts: [] | [number]) {
    if (new.target === undefined) return new RealDate(instant).toString();
    const date: Date = Reflect.construct(RealDate, parts.length === 0 ? [instant] : parts, new.target);
    return date;
  };
  Object.defineProperty(FixedDate, 'name', { value: 'Date', configurable: true });
  Object.defineProperty(FixedDate, 'length', { value: 7, configurable: true });
  Object.defineProperty(FixedDate, 'prototype', { value: RealDate.prototype, writable: false });
  define(FixedDate, 'now', () => instant);
  define(FixedDate, 'parse', RealDate.parse);
  define(FixedDate, 'UTC', RealDate.UTC);
  // Otherwise, `new Date(0).constructor` would return the original `Date`.
  define(RealDate.prototype, 'constructor', FixedDate);
  define(globalThis, 'Date', FixedDate);
}

/** Fixes the default date in formatters, which otherwise read the real clock even if `Date` is replaced. */
function fixDateTimeFormat(): void {
  const { prototype } = Intl.DateTimeFormat;
  const format: unknown = Reflect.get(Object.getOwnPropertyDescriptor(prototype, 'format') ?? {}, 'get');
  const formatToParts: unknown = Reflect.get(prototype, 'formatToParts');
  if (typeof format !== 'function' || typeof formatToParts !== 'function') return;
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const bound: Intl.DateTimeFormat['format'] = Reflect.apply(format, this, []);
      return (date?: Date | number) => bound(date ?? instant);
    },
  });
  define(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: Date | number): unknown {
    return Reflect.apply(formatToParts, this, [date ?? instant]);
  });
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Creates a random number generator: mulberry32, seeded with an FNV-1a hash. */
function seeded(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
