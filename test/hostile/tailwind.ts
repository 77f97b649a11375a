/** Runs Tailwind on contributed style sheets, and lists the modules and files that it reads. */
import { posix } from 'node:path';
import { compile } from 'tailwindcss';
import type { Case } from './cases.ts';

/** Contributed files: path → text. */
type Files = Readonly<Record<string, string>>;

/** Folder that stands for the project. */
const root = '/app';

function filesIn(payload: unknown): Files {
  return Object.fromEntries(Object.entries(payload ?? {}).map(([path, text]) => [path, String(text)]));
}

/** Compiles a file as Tailwind does for a style sheet. Returns the paths of the modules that Tailwind would run. */
export async function tailwindModules(files: Files, path: string): Promise<readonly string[]> {
  const loaded: string[] = [];
  const ended = compile(files[path]?.replace(/^\uFEFF/u, '') ?? '', {
    base: posix.join(root, posix.dirname(path)),
    loadModule: (id, base) => {
      const target = posix.join(base, id);
      loaded.push(posix.relative(root, target));
      return Promise.resolve({ path: target, base: posix.dirname(target), module: () => ({}) });
    },
    loadStylesheet: (id, base) => {
      const target = posix.join(base, id);
      const content = files[posix.relative(root, target)] ?? '';
      return Promise.resolve({ path: target, base: posix.dirname(target), content });
    },
  });
  // Most files are not style sheets. Modules that were loaded before an error have run.
  await ended.catch(() => undefined);
  return loaded;
}

/** Tailwind runs another contributed file. */
export async function isRunByTailwind({ payload }: Pick<Case, 'payload'>): Promise<boolean> {
  const files = filesIn(payload);
  const loaded = await Promise.all(Object.keys(files).map((path) => tailwindModules(files, path)));
  return loaded.flat().some((path) => Object.hasOwn(files, path));
}

/** Tailwind reads a folder or pattern that the style sheet names. */
export async function isReadByTailwind({ payload }: Pick<Case, 'payload'>): Promise<boolean> {
  const [path, text] = Object.entries(filesIn(payload))[0] ?? ['', ''];
  const { sources, root: folder } = await compile(text, {
    base: posix.join(root, posix.dirname(path)),
    loadStylesheet: (id) => Promise.resolve({ path: id, base: root, content: '@tailwind utilities;' }),
  });
  return sources.length > 0 || (typeof folder === 'object' && folder !== null);
}
