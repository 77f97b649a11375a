/** Publications that keep the registry busy: it answers other requests meanwhile, and stops the validation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PublicationChecks } from '../../../registry-server/publication-checks.ts';
import { readPublication } from '../../../registry-server/publication.ts';
import { packageOf } from '../../support/archives.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codesOf } from '../../unit/plugin/problems.ts';
import { gatedRegistry, pluginFiles, publication, send, type Answer } from '../../support/verdaccio.ts';

interface Contents {
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly packageJson?: Readonly<Record<string, unknown>>;
}

function requestOf(name: string, { manifest = {}, packageJson = {} }: Contents): object {
  const common = { name, version: '1.0.0' };
  const archive = packageOf({
    ...pluginFiles(name),
    'manifest.json': JSON.stringify({ ...common, ...manifest }),
    'package.json': JSON.stringify({ ...common, ...packageJson }),
  });
  return publication(name, { archive, metadata: packageJson });
}

const many = <Value>(count: number, value: Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, value]));

/** Large packages, whose validation takes a second or more. */
const heavy: readonly (readonly [string, Contents])[] = [
  ['settings of an unknown type', { manifest: { settings: { schema: many(10_000, { type: 'x' }) } } }],
  ['invalid ranges of npm', { packageJson: { dependencies: many(5000, '?') } }],
  ['an endless analysis of a pattern', patterns([`${'('.repeat(60)}a${')*'.repeat(60)}b`])],
];

function patterns(all: readonly string[]): Contents {
  const settings = all.map((pattern, at) => [`s${at}`, { type: 'string', pattern, default: 'a'.repeat(1000) }]);
  return { manifest: { settings: { schema: Object.fromEntries(settings) } } };
}

/** Publishes, and counts the pings that are answered before the publication. */
async function pingsDuring(url: string, publish: () => Promise<Answer>): Promise<{ status: number; pings: number }> {
  let pings = 0;
  const answer = publish();
  for (;;) {
    const ping = send(url, { method: 'GET', path: '-/ping' }).then(() => undefined);
    const first = await Promise.race([answer, ping]);
    if (first !== undefined) return { status: first.status, pings };
    pings += 1;
  }
}

describe('a running registry', () => {
  test('answers pings while it validates', { timeout: 180_000 }, async () => {
    await using registry = await gatedRegistry();
    for (const [what, contents] of heavy) {
      const name = what.replaceAll(' ', '-');
      const body = requestOf(name, contents);
      const put = () => send(registry.url, { method: 'PUT', path: name, body, token: registry.token('ada') });
      const { status, pings } = await pingsDuring(registry.url, put);
      expect([what, status]).toEqual([what, 422]);
      expect(pings).toBeGreaterThan(5);
      // Without the process, no other request is answered.
      const inPlace = async (): Promise<Answer> => {
        await new Promise(setImmediate);
        expect(codesOf(() => readPublication(name, body))).not.toEqual([]);
        return { status: 422, text: '' };
      };
      expect((await pingsDuring(registry.url, inPlace)).pings).toBeLessThanOrEqual(1);
    }
  });

  test('answers every generated publication and a ping', { timeout: 180_000 }, async () => {
    await using registry = await gatedRegistry();
    const piece = fc.constantFrom(
      'a*',
      'a?',
      '(a|a)*',
      '(a+)+',
      '[ab]*',
      '(?:a{1,9}){1,9}',
      '(?=a*)',
      '\\s*',
      '.*',
      'b',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join('').slice(0, 200));
    const range = fc.array(fc.constantFrom('1', '.', 'x', ' ', '||', '^', '>', '-', '*'), { maxLength: 300 });
    const contents = fc.record({
      all: fc.array(pattern, { maxLength: 100 }),
      range: range.map((parts) => parts.join('')),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(contents, async ({ all, range: text }) => {
        const name = `generated-${(number += 1)}`;
        const body = requestOf(name, { ...patterns(all), packageJson: { dependencies: many(20, text) } });
        const put = send(registry.url, { method: 'PUT', path: name, body, token: registry.token('ada') });
        const ping = send(registry.url, { method: 'GET', path: '-/ping' });
        expect((await ping).status).toBe(200);
        expect([201, 422]).toContain((await put).status);
      }),
      { numRuns: 10 },
    );
  });
});

function program(source: string): string {
  const file = join(temporaryFolder(), 'program.mjs');
  writeFileSync(file, source);
  return file;
}

describe('the process of a validation', () => {
  const request = publication('chat', {});
  const ask = (program: string | undefined, limits = { milliseconds: 2000, memoryMb: 64 }) =>
    new PublicationChecks({ limits, ...(program !== undefined && { program }) }).check('chat', {
      request,
      user: 'ada',
    });

  test('validates a plugin', async () => {
    const limits = { milliseconds: 60_000, memoryMb: 512 };
    expect(await ask(undefined, limits)).toEqual(readPublication('chat', request));
  });

  test.each([
    ['does not end', 'for (;;);'],
    ['needs too much memory', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, () => ({})));'],
  ])('is stopped if it %s', async (_, source) => {
    await expect(ask(program(source))).rejects.toMatchObject({ name: 'Refusal', status: 422 });
  });

  test('ends with a bug if it gives no answer', async () => {
    await expect(ask(program(''))).rejects.toMatchObject({ name: 'Error' });
    await expect(ask(program('throw new Error("x")'))).rejects.toMatchObject({ name: 'Error' });
  });
});
