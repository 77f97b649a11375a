/**
 * `node:path` (POSIX) and the part of `node:url` a generator needs. They compute on text and know only the virtual
 * folders: the working directory is the project's root.
 */
import { pluginRoot, projectRoot } from '../protocol/messages.ts';

export const sep = '/';
export const delimiter = ':';

export interface ParsedPath {
  readonly root: string;
  readonly dir: string;
  readonly base: string;
  readonly ext: string;
  readonly name: string;
}

export function isAbsolute(path: string): boolean {
  return text(path).startsWith('/');
}

/** Resolves `.` and `..`; keeps a trailing slash, as Node does. */
export function normalize(path: string): string {
  const absolute = isAbsolute(path);
  const kept = segments(path, absolute).join('/');
  const trailing = path.endsWith('/') && kept !== '' ? '/' : '';
  if (absolute) return `/${kept}${trailing}`;
  return kept === '' ? (path.endsWith('/') ? './' : '.') : kept + trailing;
}

export function join(...parts: string[]): string {
  const joined = parts.filter((part) => text(part) !== '').join('/');
  return joined === '' ? '.' : normalize(joined);
}

export function resolve(...parts: string[]): string {
  let path = '';
  for (const part of [projectRoot, ...parts]) {
    if (text(part) !== '') path = isAbsolute(part) ? part : `${path}/${part}`;
  }
  return `/${segments(path, true).join('/')}`;
}

export function relative(from: string, to: string): string {
  const start = segments(resolve(from), true);
  const end = segments(resolve(to), true);
  let shared = 0;
  while (shared < start.length && shared < end.length && start[shared] === end[shared]) shared += 1;
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
}

export function dirname(path: string): string {
  const bare = trimmed(path);
  const cut = bare.lastIndexOf('/');
  if (cut === -1) return path.startsWith('/') ? '/' : '.';
  const dir = bare.slice(0, cut);
  if (dir !== '') return dir;
  return path.startsWith('//') && cut === 0 && bare.length === 1 ? '//' : '/';
}

export function basename(path: string, suffix = ''): string {
  const bare = trimmed(path);
  const base = bare.slice(bare.lastIndexOf('/') + 1);
  return base !== suffix && base.endsWith(suffix) ? base.slice(0, base.length - suffix.length) : base;
}

export function extname(path: string): string {
  const base = basename(path);
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? '' : base.slice(dot);
}

export function parse(path: string): ParsedPath {
  const root = isAbsolute(path) ? '/' : '';
  const base = basename(path);
  const ext = extname(path);
  const dir = dirname(path);
  return {
    root,
    dir: base === path || (dir === '.' && !path.startsWith('.')) ? root : dir,
    base,
    ext,
    name: base.slice(0, base.length - ext.length),
  };
}

export function format(path: Partial<ParsedPath>): string {
  const ext = path.ext === undefined || path.ext === '' || path.ext.startsWith('.') ? path.ext : `.${path.ext}`;
  const base = path.base ?? `${path.name ?? ''}${ext ?? ''}`;
  const dir = path.dir ?? path.root;
  if (dir === undefined || dir === '') return base;
  return dir === path.root ? `${dir}${base}` : `${dir}/${base}`;
}

/** The virtual path of one of the plugin's modules; other URLs have none. */
export function fileURLToPath(url: string): string {
  if (!text(url).startsWith('plugin:///')) throw new TypeError('only import.meta.url of this plugin has a path here');
  return `${pluginRoot}/${url.slice('plugin:///'.length)}`;
}

/** The URL of a path below the plugin's virtual folder. */
export function pathToFileURL(path: string): { readonly href: string; toString(): string } {
  const href = `plugin:///${relative(pluginRoot, path)}`;
  return { href, toString: () => href };
}

function segments(path: string, absolute: boolean): string[] {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!absolute) kept.push('..');
  }
  return kept;
}

function trimmed(path: string): string {
  return text(path)
    .replace(/(?<=[^/])\/+$/, '')
    .replace(/^\/+$/, '');
}

function text(path: string): string {
  if (typeof path !== 'string') throw new TypeError('The "path" argument must be of type string');
  return path;
}
