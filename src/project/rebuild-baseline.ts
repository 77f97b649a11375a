import type { Baseline, BaselineFile, Working } from '../plan/plan.ts';
import { sortedMap, type Tree, type TreeFile } from '../core/tree.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { holdsAllOf } from './match-generated.ts';

/** Remaining data of a project whose baseline is lost. */
export interface BaselineRemains {
  /** Readable entries of the baseline. */
  readonly files: Baseline;
  readonly working: Working;
  readonly onDisk: (path: string) => Uint8Array | undefined;
  /** Digests of the stored objects, all of which Genlock has written. */
  readonly stored: ReadonlySet<Digest>;
  /** Trees rendered from the records and from the current configuration. */
  readonly trees: readonly Tree[];
}

/**
 * Rebuilds a lost baseline. A file whose bytes are a stored object is unedited. A stored generated version is the base.
 * A file that contains all generated lines in order has only added lines. Other files are not in the result.
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
