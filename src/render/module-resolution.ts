/** Import resolution of generated projects, as Vite and TypeScript implement it. */

/** `resolve.extensions` of Vite: extensions that an import can omit, in the order of the attempts. */
const viteExtensions = ['.mjs', '.js', '.mts', '.ts', '.jsx', '.tsx', '.json'] as const;
/** Extensions that TypeScript adds with `moduleResolution: bundler`. */
const typescriptExtensions = ['.ts', '.tsx', '.d.ts', '.js', '.jsx'] as const;

/** Files that an import with an extension of compiled output means, in the order of the attempts. */
const viteFiles: Files = {
  '.js': ['.js', '.ts', '.tsx'],
  '.mjs': ['.mjs', '.mts'],
  '.cjs': ['.cjs', '.cts'],
  '.jsx': ['.jsx', '.ts', '.tsx'],
};
const typescriptFiles: Files = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.mjs': ['.mts', '.d.mts', '.mjs'],
  '.cjs': ['.cts', '.d.cts', '.cjs'],
  '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx', '.js'],
};

type Files = Readonly<Record<string, readonly string[]>>;
/** Program that resolves imports in a generated project. */
export type Resolver = 'Vite' | 'TypeScript';

/** Returns the files that an import can mean, the preferred first. @param request path from the root, as imported */
function candidates(request: string, resolver: Resolver): readonly string[] {
  const isVite = resolver === 'Vite';
  const extensions = isVite ? viteExtensions : typescriptExtensions;
  return [
    ...namedFiles(request, isVite),
    ...extensions.map((extension) => request + extension),
    ...extensions.map((extension) => `${request}/index${extension}`),
  ];
}

/** Returns the files that an import means if its extension counts. TypeScript ignores styles and other files. */
function namedFiles(request: string, isVite: boolean): readonly string[] {
  const [extension = ''] = /\.[cm]?jsx?$/u.exec(request) ?? [];
  const files = (isVite ? viteFiles : typescriptFiles)[extension];
  if (files === undefined) return isVite || /\.(?:[cm]?tsx?|json)$/u.test(request) ? [request] : [];
  const stem = request.slice(0, -extension.length);
  return files.map((file) => stem + file);
}

const omissible: readonly string[] = [...new Set<string>([...viteExtensions, ...typescriptExtensions])];
const compiled = [viteFiles, typescriptFiles].flatMap((files) =>
  Object.entries(files).flatMap(([output, list]) => list.map((source) => ({ output, source }))),
);

/** Returns the imports that can mean a file, as paths from the root. */
export function requestsOf(path: string): readonly string[] {
  const stems = omissible.flatMap((extension) => (path.endsWith(extension) ? [path.slice(0, -extension.length)] : []));
  const folders = stems.flatMap((stem) => (stem.endsWith('/index') ? [stem.slice(0, -'/index'.length)] : []));
  const outputs = compiled.flatMap(({ output, source }) =>
    path.endsWith(source) ? [path.slice(0, -source.length) + output] : [],
  );
  return [...new Set([path, ...stems, ...folders, ...outputs])];
}

/** Returns the file that an import means, or `undefined`. @param has accepts folded paths */
export function resolveImport(
  request: string,
  { resolver, has }: { readonly resolver: Resolver; readonly has: (path: string) => boolean },
): string | undefined {
  return candidates(request, resolver).find(has);
}

/**
 * Returns the URL shape of a page; `undefined` for other files. Parameters of different names have the same shape, and
 * folders in parentheses do not count (`shared/lib/page-pattern.ts` in the base plugin).
 *
 * @param folded folded path
 */
export function pageShape(folded: string): string | undefined {
  const [, page] = /^client\/pages\/(.+)\.tsx$/u.exec(folded) ?? [];
  if (page === undefined || page === 'error') return undefined;
  const shape = page
    .split('/')
    .filter((segment) => segment !== 'index' && !/^\(.+\)$/u.test(segment))
    .map((segment) => segment.replace(/^\[\.\.\..+\]$/u, '*').replace(/^\[.+\]$/u, ':'))
    .join('/');
  return shape === '404' ? '*' : shape;
}

/** Returns keys of a folded path. Files that one import or URL can mean have a common key. */
export function moduleGroups(folded: string): readonly string[] {
  const page = pageShape(folded);
  const segments = servedPath(folded).split('/');
  const [name = ''] = /^\.?[^.]*/u.exec(segments.pop() ?? '') ?? [];
  const group = (name === 'index' ? segments : [...segments, name]).join('/');
  return page === undefined ? [group] : [group, `page:${page}`];
}

/** Returns the path that Vite's development server serves a file at. */
export function servedPath(path: string): string {
  return path.replace(/^public\//u, '');
}
