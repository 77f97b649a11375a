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

/** The virtual path of one of the plugin's modules; other URLs have none. */
export function fileURLToPath(url: string): string {
  if (typeof url !== 'string' || !url.startsWith(scheme)) {
    throw new TypeError("only a module's own import.meta.url has a path here");
  }
  return `${pluginRoot}/${url.slice(scheme.length)}`;
}
