import type { Baseline, BaselineFile, Working } from '../plan/plan.ts';
import { sortedMap, type Tree, type TreeFile } from '../core/tree.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { holdsAllOf } from './match-generated.ts';

/** What is left of a project whose baseline is lost. */
export interface BaselineRemains {
  /** What could still be read of it. */
  readonly files: Baseline;
  readonly working: Working;
  readonly onDisk: (path: string) => Uint8Array | undefined;
  /** Digests of the objects that are there: what Genlock has written. */
  readonly stored: ReadonlySet<Digest>;
  /** What the records come to, and what is wanted now. */
  readonly trees: readonly Tree[];
}

/**
 * What can be proved of what Genlock wrote last: a file whose bytes are an object is as Genlock wrote it; one that holds
 * every line that Genlock writes there has only been added to. Of all others nothing is known.
 */
export function rebuildBaseline({ files, working, onDisk, stored, trees }: BaselineRemains): Baseline {
  const rebuilt = new Map(files);
  for (const tree of trees) {
    for (const [path, file] of tree) {
      const found = working.get(path);
      if (rebuilt.has(path) || found?.kind !== 'file') continue;
      const digest = stored.has(found.digest)
        ? found.digest
        : writtenDigest(file, { stored, bytes: () => onDisk(path) });
      if (digest !== undefined) rebuilt.set(path, baselineFile(file, digest));
    }
  }
  return sortedMap(rebuilt);
}

function writtenDigest(
  { content }: TreeFile,
  { stored, bytes }: { readonly stored: ReadonlySet<Digest>; readonly bytes: () => Uint8Array | undefined },
): Digest | undefined {
  const digest = digestOf(content);
  if (stored.has(digest)) return digest;
  const found = bytes();
  if (found === undefined) return undefined;
  return holdsAllOf(Buffer.from(found).toString('utf8'), Buffer.from(content).toString('utf8')) ? digest : undefined;
}

function baselineFile({ mode, owner }: TreeFile, digest: Digest): BaselineFile {
  return { digest, mode, owner };
}
