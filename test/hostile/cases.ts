/** The hostile corpus as data: one folder a plugin, several cases where one shape holds several payloads. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Limits } from '../../sandbox/index.ts';

const corpus = join(import.meta.dirname, 'corpus');

/** `expected.json`: what must come of a case, and how it is shown that the payload works. */
export interface Expected {
  /** The exact code of the first problem. */
  readonly code?: string;
  /** Or: it ends well without an effect (`contained`), or what it says is only text (`inert`). */
  readonly outcome?: 'contained' | 'inert';
  /** Name of the control. */
  readonly control: string;
  readonly why: string;
  /** What the plugin's console shows when it ends well. */
  readonly log?: readonly string[];
  /** What it returns when it ends well; nothing if absent. */
  readonly operations?: readonly unknown[];
  /** What no file of a project made with it holds. */
  readonly absent?: string;
  readonly limits?: Partial<Limits>;
  /** Links that are made in the plugin's folder, by path; a target begins at the folder around it. */
  readonly links?: Readonly<Record<string, string>>;
}

/** One entry of `payloads.json`: its own value, and where it differs from the others what comes of it. */
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

/** Puts the plugin of a case into a folder, its payload in place: `"@@PAYLOAD@@"` as JSON, `@@RAW@@` as it is. */
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

/** Whether a file is the plugin's own, not what is said of it here. */
function isCase(path: string): boolean {
  return !/\/(?:expected|payloads)\.json$/u.test(path);
}
