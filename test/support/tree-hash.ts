import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below a folder as `path → mode and SHA-256`, links by their target; `skip` names paths to leave out. */
export function treeHash(root: string, skip: readonly string[] = []): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (entry.isDirectory() || skip.some((part) => name === part || name.startsWith(`${part}/`))) continue;
    const content = entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
    const digest = createHash('sha256').update(content).digest('hex');
    found.set(name, `${(lstatSync(path).mode & 0o777).toString(8)} ${digest}`);
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
