import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxErrorCodes, sandboxLayers } from '../../../sandbox/index.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/THREAT-MODEL.md'), 'utf8');

test('the page contains every layer', () => {
  for (const layer of sandboxLayers) expect(text).toContain(`| \`${layer}\` |`);
});

test('the page names only existing codes and tests', () => {
  for (const [code] of text.matchAll(/SANDBOX_[A-Z_]+/g)) expect(sandboxErrorCodes).toContain(code);
  for (const [path] of text.matchAll(/test\/[\w./-]+\.ts/g))
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});
