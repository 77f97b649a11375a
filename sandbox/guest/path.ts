/**
 * Provides `node:path` (POSIX) and part of `node:url` for generators. Both only process strings and virtual folders.
 * The working directory is the project's root.
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

/** Returns the virtual path for a URL of a file in the plugin's package. Throws for other URLs. */
export function fileURLToPath(url: string | { readonly href: string }): string {
  const text = typeof url === 'string' ? url : hrefOf(url);
  if (!text.startsWith(scheme)) throw new TypeError('only URLs based on import.meta.url have a path');
  const path = text.slice(scheme.length).replace(/[?#].*$/su, '');
  if (/%2f/iu.test(path)) throw new TypeError('a path segment must not contain "/"');
  return `${pluginRoot}/${decodeURIComponent(path)}`;
}

/** Returns a URL object's `href`. A plugin can pass any value. */
function hrefOf(url: unknown): string {
  const href: unknown = typeof url === 'object' && url !== null ? Reflect.get(url, 'href') : undefined;
  return typeof href === 'string' ? href : '';
}
