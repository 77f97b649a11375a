import type { Operation } from '../../sandbox/index.ts';
import { sortedMap } from '../core/tree.ts';
import type { Contribution } from '../plugin/plugin.ts';

/** Path in the project → content. */
export type FileContents = ReadonlyMap<string, string | Uint8Array>;

/** Returns all operations of one kind in order. */
export function ofKind<Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): readonly Extract<Operation, { kind: Kind }>[] {
  return operations.filter((operation): operation is Extract<Operation, { kind: Kind }> => operation.kind === kind);
}

type Copied = Pick<Contribution, 'operations' | 'files'>;

const known = new WeakMap<Copied, FileContents>();

/**
 * Path in the project → content of all files a plugin contributes, sorted; a later copy to the same path wins. The
 * result is kept, because a command needs it several times.
 */
export function contentsOf(contribution: Copied): FileContents {
  const contents = known.get(contribution) ?? copiedFiles(contribution);
  known.set(contribution, contents);
  return contents;
}

function copiedFiles({ operations, files }: Copied): FileContents {
  const copied = ofKind(operations, 'copyTemplates').flatMap((operation) => operation.files);
  return sortedMap(
    copied.map((file) => [file.path, 'content' in file ? file.content : (files.get(file.source) ?? '')]),
  );
}

/** Returns the text of a file; `undefined` if the bytes are not valid UTF-8. */
export function textOf(content: string | Uint8Array): string | undefined {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
