import { describe, expect, test } from 'vitest';
import { moduleEffects } from '../../../src/consent/module-effects.ts';

const effectsOf = (text: string, file = 'server/lib/notes.ts'): readonly string[] =>
  moduleEffects(new Map([[file, text]])).map(({ line, what }) => `${line} ${what}`);

describe('finds code that runs while the module loads', () => {
  test.each([
    ["const rates = await fetch('https://rates.example');", ['1 sends a request']],
    ["\nconst rates = globalThis.fetch('/rates').then((r) => r.json());", ['2 sends a request']],
    ["if (!process.env['KEY']) {\n  process.exit(1);\n}", ['2 ends the process']],
    ["if (!process.env['KEY']) throw new Error('no key');", ['1 throws']],
    ['setInterval(() => clean(), 1000);\nsetTimeout(clean, 5).unref();', ['1 starts a timer', '2 starts a timer']],
    ['server.listen(3000);', ['1 opens a port']],
    ["const socket = new WebSocket('wss://a.example');", ['1 opens a connection']],
    ["(() => { throw new Error('a'); })();", ['1 throws']],
    ["class A {\n  static rates = fetch('/rates');\n}", ['2 sends a request']],
  ])('%s', (text, effects) => {
    expect(effectsOf(text)).toEqual(effects);
  });
});

describe('ignores code that runs later', () => {
  test.each([
    "export const load = () => fetch('/rates');",
    "export function GET() {\n  if (a) throw new Error('a');\n  setTimeout(b, 5);\n}",
    "export class A {\n  rates = fetch('/rates');\n  stop() {\n    process.exit(1);\n  }\n}",
    "const text = 'fetch(1)'; // fetch(2)",
    'queue.exit();\nclient.fetch(1);',
    'type A = { fetch(): void };',
  ])('%s', (text) => {
    expect(effectsOf(text)).toEqual([]);
  });
});

test('ignores tests, styles and files with invalid syntax', () => {
  expect(effectsOf("throw new Error('a');", 'test/server/notes.test.ts')).toEqual([]);
  expect(effectsOf("throw new Error('a');", 'client/notes.css')).toEqual([]);
  expect(effectsOf('throw new Error(', 'client/notes.ts')).toEqual([]);
  expect(effectsOf("throw new Error('a');", 'client/lib/notes.tsx')).toEqual(['1 throws']);
});
