/** Controls that read or write the files of a plugin without checks. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import type { Operation } from '../../sandbox/index.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import { contributedFiles } from '../../src/render/contributed-files.ts';
import { render, type RenderInput } from '../../src/render/render.ts';
import { acting, pathsIn, type Controls, type Material } from './control.ts';
import { sandboxed, shopProject } from './sandboxed.ts';

export const fileControls: Controls = {
  /** The plugin's files, copied as they lie, are in the project. */
  'plain copy': ({ plugin, outer }) => {
    const root = join(outer, 'copied');
    cpSync(join(plugin, 'templates'), root, { recursive: true });
    return readdirSync(root, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  },
  /** The project's `package.json`, merged with the plugin's file, runs or installs the named entry. */
  'package scripts': ({ plugin }) => {
    const file = ['package.json', 'manifest.json'].map((name) => join(plugin, name)).find((path) => existsSync(path));
    const given = JSON.parse(readFileSync(file ?? '', 'utf8')) as object;
    return JSON.stringify({ name: 'shop', scripts: { start: 'node .' }, ...given }).includes('pwned');
  },
  /** A JSON parser accepts the `package.json`. */
  'package json': ({ plugin }) => 'name' in (JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8')) as object),
  /** The unescaped payload controls a terminal. */
  'raw payload': ({ payload }) => acting.test(String(payload)),
  /** The unescaped file of the plugin controls a terminal. */
  'raw source': ({ plugin }) => acting.test(readFileSync(join(plugin, 'generator.js'), 'utf8')),
  /** The written file is outside the project, has a meaning for other programs, or is incomplete. */
  'plain write': ({ payload, outer }) => pathsIn(payload).some((path) => landsBadly(path, outer)),
  /** A reader that follows links reads files outside the package. */
  'plain read': ({ plugin, expected }) =>
    Object.keys(expected.links ?? {}).every((path) => {
      const file = join(plugin, path);
      const found = statSync(file).isDirectory() ? join(file, 'package.json') : file;
      return readFileSync(found).length > 0;
    }),
  /** A reader of JSON takes the manifest. */
  'plain JSON': ({ plugin }) => typeof JSON.parse(readFileSync(join(plugin, 'manifest.json'), 'utf8')) === 'object',
  /** A reader of JSON takes the manifest and prints what acts on a terminal. */
  'plain JSON, shown': ({ plugin }) => {
    const read = JSON.parse(readFileSync(join(plugin, 'manifest.json'), 'utf8')) as object;
    return hasActing(read);
  },
  /** A JSON parser accepts the file, and a function that calls itself for each level does not return. */
  'deep package': ({ plugin }) => {
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    const value: unknown = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8'));
    try {
      return depth(value) > 32;
    } catch (error) {
      return error instanceof RangeError;
    }
  },
  /** The same operations, rendered without having been judged, are in the project. */
  unjudged: async (material) => {
    const tree = render(await unjudgedInput(material));
    const texts = [...tree.values()].map(({ content }) => Buffer.from(content).toString());
    const needles = textsIn(material.payload ?? (await operationsOf(material)));
    return texts.some((text) => needles.some((needle) => text.includes(needle)));
  },
  /** The operations returned by the sandbox still contain the payload. */
  'unjudged operations': async (material) =>
    JSON.stringify(await operationsOf(material)).includes(String(material.payload)),
  /** The same operations, rendered without the judges, write their files. */
  'unjudged paths': async (material) => {
    const written = [...contributedFiles(await unjudgedInput(material))].map(({ path }) => path);
    return written.length > 0 && pathsIn(material.payload).every((path) => written.includes(path));
  },
};

/** Returns the operations of the sandbox. A run through `init` does not return them, so the plugin runs again. */
async function operationsOf({ run, plugin }: Material): Promise<readonly Operation[]> {
  return run.operations.length > 0 ? run.operations : (await sandboxed(plugin)).operations;
}

async function unjudgedInput(material: Material): Promise<RenderInput> {
  const { manifest, files } = loadPlugin({ kind: 'folder', path: material.plugin });
  const operations = await operationsOf(material);
  return { ...shopProject(), contributions: [{ manifest, files, operations, settings: {} }] };
}

/** Every text in a payload that is long enough to be found again. */
function textsIn(payload: unknown): readonly string[] {
  if (typeof payload === 'string') return [payload.trim()];
  return typeof payload === 'object' && payload !== null ? Object.values(payload).flatMap(textsIn) : [];
}

function hasActing(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).some(([key, inner]) => acting.test(key) || hasActing(inner))
    : typeof value === 'string' && acting.test(value);
}

/** Writes a file at the joined path, in a folder below `outer`. Returns whether the path is harmful. */
function landsBadly(path: string, outer: string): boolean {
  const root = mkdtempSync(join(outer, 'project-'));
  if (!isInside(resolve(root, path), { base: root, of: posix })) return true;
  if (!isInside(win32.resolve('C:\\project', path), { base: 'C:\\project', of: win32 })) return true;
  try {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'pwned');
    return readFileSync(file, 'utf8') === 'pwned';
  } catch (error) {
    // Programs can still pass on an impossible file name: one reader truncates it at the NUL byte, or folders are
    // created first.
    return /NULL|null bytes|ENAMETOOLONG|EISDIR/u.test(`${String(error)} ${(error as { code?: string }).code ?? ''}`);
  }
}

function isInside(target: string, { base, of }: { readonly base: string; readonly of: typeof posix }): boolean {
  const path = of.relative(base, target);
  return !path.startsWith('..') && !of.isAbsolute(path) && target !== base;
}
