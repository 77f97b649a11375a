import { compareText } from '../core/tree.ts';
import { recordsOwner, type Change, type Contents, type Working } from './plan.ts';
import type { Digest, DigestOf } from '../core/digest.ts';

/** Files that are always overwritten with the given content. They are not merged, because only Genlock writes them. */
export interface Records {
  /** Path → content; a path with `undefined` must not exist. */
  readonly files: ReadonlyMap<string, string | Uint8Array | undefined>;
  /** Files on disk at these paths. */
  readonly working: Working;
  readonly digestOf: DigestOf;
}

/**
 * Plans the changes of Genlock's records (`genlock.lock.json`, `.genlock/**`) and of the configuration that it edits.
 * Every change contains the current digest, so that apply detects a concurrent edit.
 */
export function planRecords({ files, working, digestOf }: Records): {
  readonly changes: readonly Change[];
  readonly contents: Contents;
} {
  const contents = new Map<Digest, string | Uint8Array>();
  const changes = [...files].flatMap(([path, content]): readonly Change[] => {
    const found = working.get(path);
    const before = found?.kind === 'file' ? found.digest : undefined;
    if (content === undefined) {
      return before === undefined ? [] : [{ kind: 'delete', path, owner: recordsOwner, before }];
    }
    const after = digestOf(content);
    if (before === after) return [];
    contents.set(after, content);
    const target = { path, owner: recordsOwner, mode: 0o644, after } as const;
    return [before === undefined ? { kind: 'create', ...target } : { kind: 'update', ...target, before }];
  });
  return { changes: changes.sort((left, right) => compareText(left.path, right.path)), contents };
}
