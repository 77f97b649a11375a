import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sentType, soundName, typeOf } from '../../server/lib/uploads/content';
import { png } from './samples';

const folder = mkdtempSync(join(tmpdir(), 'content-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[name: string, bytes: Uint8Array | string, type: string]>([
  ['a picture with the name of a text', png, 'image/png'],
  ['a page with the name of a picture', '<!doctype html><script>alert(1)</script>', 'text/plain'],
  ['text', 'Grüße\r\n\tund mehr', 'text/plain'],
  ['nothing', '', 'text/plain'],
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['a program', Buffer.from('7f454c46020101000000', 'hex'), 'application/x-elf'],
  ['bytes', Buffer.from('00ff00ff', 'hex'), 'application/octet-stream'],
  ['half of a character', Buffer.from('c3', 'hex'), 'application/octet-stream'],
  ['the start of a picture', png.subarray(0, 12), 'application/octet-stream'],
])('finds the type of %s', async (_name, bytes, type) => {
  const path = join(folder, 'sample.png');
  writeFileSync(path, bytes);
  expect(await typeOf(path)).toBe(type);
});

test.each(['text/html', 'image/svg+xml', 'application/xml', 'application/pdf', 'text/plain'])(
  'does not let browsers show %s',
  (type) => {
    expect(sentType(type)).toBe('application/octet-stream');
  },
);

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\notes.txt', 'notes.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\r\nSet-Cookie: b', 'aSet-Cookie: b'],
  ['', 'file'],
  ['..', '..'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('makes a name of %j', (given, name) => {
  expect(soundName(given)).toBe(name);
});
