import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * Converts a source to its lockfile form: `bundled:base`, `folder:../my-plugin`, `archive:../chat-1.0.0.tgz`, or
 * `registry:` and the address. A path inside the project or next to it is relative to the root, so it is equal on every
 * machine. Other paths are unchanged.
 */
export function printSource(source: PluginSource, root: string): string {
  if (source.kind === 'bundled') return `bundled:${source.name}`;
  if (source.kind === 'registry') return `registry:${source.url}`;
  if (!isAbsolute(source.path)) return `${source.kind}:${source.path}`;
  const path = relative(root, source.path);
  const isNear = !isAbsolute(path) && !path.startsWith(`..${sep}..`);
  return `${source.kind}:${isNear ? path.split(sep).join('/') : source.path}`;
}

/** Parses a source in its lockfile form; `undefined` if it is invalid. */
export function parseSource(text: string, root: string): PluginSource | undefined {
  const [, kind, rest] = /^(bundled|folder|archive|registry):(.+)$/u.exec(text) ?? [];
  if (rest === undefined) return undefined;
  if (kind === 'bundled') return { kind, name: rest };
  if (kind === 'registry') return URL.canParse(rest) ? { kind, url: rest } : undefined;
  return { kind: kind === 'archive' ? kind : 'folder', path: resolve(root, rest) };
}

/** Returns the source of a plugin according to the lockfile. */
export function sourceOf(locked: { readonly source: string }, root: string): PluginSource {
  const source = parseSource(locked.source, root);
  if (source === undefined) throw new Error(`the lockfile names no source: ${locked.source}`);
  return source;
}
