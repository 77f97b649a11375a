import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of files as somebody edits them. Every edit throws where there is nothing to edit. */
export interface Folder {
  readonly root: string;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  /** Replaces each text, all over the file, by the one behind it. */
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

/** One story of a project: what its owner did to it, and what the plugin's next version brings. */
export interface History {
  readonly name: string;
  /** Of the project. */
  readonly edit: (project: Folder) => void;
  /** Of the plugin's folder. */
  readonly release: (plugin: Folder) => void;
  /** Of `genlock.json`, which changes what the core writes. */
  readonly configure?: readonly (readonly [from: string, to: string])[];
  /** The owner changed where lines break, which gives way to content. */
  readonly reformats?: true;
  /** Files that end in conflict; whoever wrote the history knows them. */
  readonly conflicts?: readonly string[];
}
