import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRelativePath } from '../../../sandbox/index.ts';
import { codesOf } from '../../unit/validation/trial.ts';

const numRuns = 20_000;
const piece = fc.constantFrom(
  '..',
  '.',
  '',
  'a',
  'b.ts',
  'CON',
  'aux.ts',
  '.git',
  '.GIT',
  'GIT~1',
  '.env',
  'package.json',
  'node_modules',
  'prisma',
  'server',
  'generated',
  'C:',
  '~',
  'a\\b',
  '\u0000',
  '\u202e',
  '\u200c',
  'é',
  'e\u0301',
  'ﬁ',
  ' a',
  'a.',
  '\ud800',
  '：',
  '．．',
  '／',
);
const path = fc.oneof(
  fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('/')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** Where a free path may never lie, however a file system folds it. */
const reserved =
  /(?:^|\/)(?:\.git|\.env|node_modules)(?:\/|$)|(?:^|\/)package\.json$|^(?:dist|prisma|server\/generated|client\/generated)\//u;

test('an accepted path is in the project on every file system and is not reserved', () => {
  let free = 0;
  const property = fc.property(path, (given) => {
    const isShaped = isRelativePath(given);
    const codes = codesOf([{ kind: 'copyTemplates', files: [{ path: given, content: '' }] }]);
    if (!isShaped || codes.length > 0) return;
    free += 1;
    expect(posix.normalize(given)).toBe(given);
    expect(posix.resolve('/project', given)).toBe(`/project/${given}`);
    expect(win32.resolve('C:\\project', given)).toBe(`C:\\project\\${given.replaceAll('/', '\\')}`);
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) {
      const seen = given.normalize(form).toLowerCase();
      expect(seen).not.toMatch(reserved);
      expect(posix.resolve('/project', seen).startsWith('/project/')).toBe(true);
    }
  });
  fc.assert(property, { numRuns });
  expect(free).toBeGreaterThan(100);
});
