/** What the gate remembers where the disk takes nothing any more. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Records } from '../../../registry-server/package-records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const owned = (...owners: readonly string[]) => ({ owners, versions: new Map([['1.0.0', { integrity: 'sha512-x' }]]) });

test('what can’t be written isn’t remembered, and what is taken back is, whether it can be written or not', () => {
  const file = join(temporaryFolder(), 'gate.json');
  const records = new Records(file);
  records.set('chat', owned('ada'));
  const before = readFileSync(file, 'utf8');

  // Stands where the next text would be drafted.
  const draft = `${file}.${process.pid}.tmp`;
  mkdirSync(draft);
  expect(() => records.set('chat', owned('bob'))).toThrow(expect.objectContaining({ code: 'ERR_FS_EISDIR' }));
  expect(() => records.set('notes', owned('bob'))).toThrow(expect.objectContaining({ code: 'ERR_FS_EISDIR' }));
  expect([records.of('chat')?.owners, records.of('notes')]).toEqual([['ada'], undefined]);
  records.takeBack('chat', undefined);
  expect(records.of('chat')).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe(before);

  rmSync(draft, { recursive: true });
  records.set('notes', owned('bob'));
  expect([...new Records(file).all().keys()]).toEqual(['notes']);
});
