import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/core/digest.ts';
import { readProjectFile } from '../../../src/project/file-reader.ts';
import { readWorking } from '../../../src/project/working.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('files on disk', () => {
  test('reads files by digest and executable bit, other entries as obstacles, and omits absent paths', () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(outside, 'secret'), 'secret');
    mkdirSync(join(root, 'lib'));
    writeFileSync(join(root, 'lib/a.ts'), 'a');
    writeFileSync(join(root, 'run.sh'), 'b');
    chmodSync(join(root, 'run.sh'), 0o700);
    symlinkSync(join(outside, 'secret'), join(root, 'link'));
    symlinkSync(outside, join(root, 'out'));
    spawnSync('mkfifo', [join(root, 'pipe')]);
    const paths = [
      'lib/a.ts',
      'run.sh',
      'link',
      'out/secret',
      'lib',
      'pipe',
      'absent',
      'lib/absent',
      'no/such',
      'RUN.sh',
    ];
    expect(Object.fromEntries(readWorking(root, paths))).toEqual({
      'lib/a.ts': { kind: 'file', digest: digestOf('a'), mode: 0o644 },
      'run.sh': { kind: 'file', digest: digestOf('b'), mode: 0o755 },
      link: { kind: 'obstacle', obstacle: 'link' },
      'out/secret': { kind: 'obstacle', obstacle: 'below-link' },
      lib: { kind: 'obstacle', obstacle: 'folder' },
      pipe: { kind: 'obstacle', obstacle: 'special' },
      'RUN.sh': { kind: 'obstacle', obstacle: 'twin' },
    });
  });

  test('names a file at the path of a folder', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'lib'), 'a file');
    expect([...readWorking(root, ['lib/a.ts', 'lib/b/c.ts']).keys()]).toEqual(['lib']);
  });

  test('treats another Unicode composition of a name as the same file', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'e\u0301.ts'), 'x');
    expect(readWorking(root, ['\u00e9.ts']).get('\u00e9.ts')).toMatchObject({ kind: 'file', digest: digestOf('x') });
  });

  test('returns no files for a missing root', () => {
    expect(readWorking(join(temporaryFolder(), 'no'), ['a/b']).size).toBe(0);
  });

  test('reads a file of 300 MB in parts', () => {
    const root = mkdtempSync(join(temporaryFolder(), 'large-'));
    writeFileSync(join(root, 'large'), '');
    truncateSync(join(root, 'large'), 300 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(readWorking(root, ['large']).get('large')).toMatchObject({ kind: 'file' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect(() => readProjectFile({ root }, 'large')).toThrow(expect.objectContaining({ code: 'PROJECT_UNREADABLE' }));
    rmSync(root, { recursive: true });
  });

  test('reads one file: absent, present, behind a link, a folder', () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(root, 'a'), 'text');
    mkdirSync(join(root, 'folder'));
    symlinkSync(outside, join(root, 'out'));
    expect(readProjectFile({ root }, 'b')).toBeUndefined();
    expect(Buffer.from(readProjectFile({ root }, 'a') ?? []).toString()).toBe('text');
    expect(() => readProjectFile({ root }, 'out/x')).toThrow(expect.objectContaining({ code: 'PROJECT_LINK' }));
    expect(() => readProjectFile({ root }, 'folder')).toThrow(expect.objectContaining({ code: 'PROJECT_BLOCKED' }));
  });
});
