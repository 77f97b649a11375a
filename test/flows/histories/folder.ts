import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder with edit functions. Every edit throws if it changes nothing. */
export interface Folder {
  readonly root: string;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  /** Replaces every occurrence of each first string in the file with the second string. */
  readonly change: (path: string, ...pairs: readonly (readonly [from: string, to: string])[]) => void;
  readonly remove: (path: string) => void;
  readonly move: (from: string, to: string) => void;
}

export function folderAt(root: string): Folder {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    read,
    write,
    change: (path, ...pairs) => {
      const changed = pairs.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
        return text.replaceAll(from, to);
      }, read(path));
      write(path, changed);
    },
    remove: (path) => rmSync(join(root, path)),
    move: (from, to) => {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      renameSync(join(root, from), join(root, to));
    },
  };
}

/** History of a project: the edits of its owner, and the next version of the plugin. */
export interface History {
  readonly name: string;
  /** Edits the project. */
  readonly edit: (project: Folder) => void;
  /** Edits the plugin's folder. */
  readonly release: (plugin: Folder) => void;
  /** Edits of `genlock.json` that change the files rendered by the core. */
  readonly configure?: readonly (readonly [from: string, to: string])[];
  /** The owner only changed line breaks, which Genlock replaces if the content changes. */
  readonly reformats?: true;
  /** Files that end in a conflict, as the author of the history expects. */
  readonly conflicts?: readonly string[];
}
