/** The records of the gate if the disk is full. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Records } from '../../../registry-server/package-records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const owned = (...owners: readonly string[]) => ({ owners, versions: new Map([['1.0.0', { integrity: 'sha512-x' }]]) });

test('keeps no record that cannot be written, and removes a record even if that cannot be written', () => {
  const file = join(temporaryFolder(), 'gate.json');
  const records = new Records(file);
  records.set('chat', owned('ada'));
  const before = readFileSync(file, 'utf8');

  // Blocks the path of the next draft file.
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
