/** The hostile corpus as data: one folder a plugin, several cases where one shape holds several payloads. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Limits } from '../../sandbox/index.ts';

const corpus = join(import.meta.dirname, 'corpus');

/** Content of `expected.json`: the expected outcome of a case, and the control that proves its payload. */
export interface Expected {
  /** The exact code of the first problem. */
  readonly code?: string;
  /** Or: it ends well without an effect (`contained`), or what it says is only text (`inert`). */
  readonly outcome?: 'contained' | 'inert';
  /** Name of the control. */
  readonly control: string;
  readonly why: string;
  /** Console output of a successful run. */
  readonly log?: readonly string[];
  /** Operations of a successful run. Empty if absent. */
  readonly operations?: readonly unknown[];
  /** String that no file of a generated project may contain. */
  readonly absent?: string;
  readonly limits?: Partial<Limits>;
  /** Files of the user in an existing project. The plugin's folder is then typed there, without `--yes`. */
  readonly userFiles?: readonly string[];
  /** File whose import the payload takes over, and the import as a path from the root. */
  readonly shadows?: { readonly file: string; readonly request: string };
  /** Links to create in the plugin's folder, by path. Targets are relative to the parent folder. */
  readonly links?: Readonly<Record<string, string>>;
}

/** Entry of `payloads.json`: the payload and its differences from `expected.json`. */
interface Payload extends Partial<Expected> {
  readonly name: string;
  readonly value: unknown;
}

export interface Case {
  readonly name: string;
  readonly section: string;
  readonly folder: string;
  readonly expected: Expected;
  readonly payload: unknown;
  readonly isFirst: boolean;
  /** The last of its folder: a healthy run follows. */
  readonly isLast: boolean;
}

/** All cases, in the order of their folders. */
export function readCases(): readonly Case[] {
  return readdirSync(corpus)
    .toSorted()
    .flatMap((name) => {
      const folder = join(corpus, name);
      const expected = readJson(join(folder, 'expected.json')) as Expected;
      const section = name.slice(0, 1);
      const list = join(folder, 'payloads.json');
      if (!existsSync(list))
        return [{ name, section, folder, expected, payload: undefined, isFirst: true, isLast: true }];
      return (readJson(list) as readonly Payload[]).map(({ name: own, value, ...rest }, index, { length }) => ({
        name: `${name}: ${own}`,
        isFirst: index === 0,
        isLast: index === length - 1,
        section,
        folder,
        expected: { ...expected, ...rest },
        payload: value,
      }));
    });
}

/**
 * Copies the plugin of a case into a folder and inserts its payload: as JSON for `"@@PAYLOAD@@"`, as text for
 * `@@RAW@@`.
 */
export function placeCase({ folder, payload, expected }: Case, target: string): void {
  cpSync(folder, target, { recursive: true, filter: isCase });
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const filled = text
      .replaceAll('"@@PAYLOAD@@"', () => JSON.stringify(payload))
      .replaceAll('@@RAW@@', () => String(payload));
    if (filled !== text) writeFileSync(path, filled);
  }
  for (const [path, to] of Object.entries(expected.links ?? {})) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    symlinkSync(join(dirname(target), to), join(target, path));
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8')) as unknown;
}

/** Returns whether a file belongs to the plugin, not to the description of the case. */
function isCase(path: string): boolean {
  return !/\/(?:expected|payloads)\.json$/u.test(path);
}
