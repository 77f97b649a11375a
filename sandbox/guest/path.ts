/**
 * `node:path` (POSIX) and the part of `node:url` a generator needs. They compute on text and know only the virtual
 * folders: the working directory is the project's root.
 */
import posix from 'path-browserify';
import { pluginRoot, projectRoot } from '../protocol/messages.ts';

export const { basename, delimiter, dirname, extname, format, isAbsolute, join, normalize, parse, sep } = posix;

export function resolve(...parts: string[]): string {
  return posix.resolve(projectRoot, ...parts);
}

export function relative(from: string, to: string): string {
  return posix.relative(resolve(from), resolve(to));
}

const scheme = 'plugin:///';

/** The virtual path behind the URL of one of the plugin's modules, or of what stands beside it; other URLs have none. */
export function fileURLToPath(url: string | { readonly href: string }): string {
  const text = typeof url === 'string' ? url : hrefOf(url);
  if (!text.startsWith(scheme)) throw new TypeError('only what begins at import.meta.url has a path here');
  const path = text.slice(scheme.length).replace(/[?#].*$/su, '');
  if (/%2f/iu.test(path)) throw new TypeError('a segment of a path has no "/"');
  return `${pluginRoot}/${decodeURIComponent(path)}`;
}

/** Types promise nothing about what a plugin hands over. */
function hrefOf(url: unknown): string {
  const href: unknown = typeof url === 'object' && url !== null ? Reflect.get(url, 'href') : undefined;
  return typeof href === 'string' ? href : '';
}
