import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * A source as the lockfile names it: `bundled:base`, `folder:../my-plugin`. A folder inside the project or beside it is
 * named from the project's root, so that it means the same on every machine; any other as it was given.
 */
export function printSource(source: PluginSource, root: string): string {
  if (source.kind === 'bundled') return `bundled:${source.name}`;
  if (!isAbsolute(source.path)) return `folder:${source.path}`;
  const path = relative(root, source.path);
  const isNear = !isAbsolute(path) && !path.startsWith(`..${sep}..`);
  return `folder:${isNear ? path.split(sep).join('/') : source.path}`;
}

/** A source as the lockfile names it → where the plugin is; nothing if the text names none. */
export function parseSource(text: string, root: string): PluginSource | undefined {
  const [, kind, rest] = /^(bundled|folder):(.+)$/u.exec(text) ?? [];
  if (rest === undefined) return undefined;
  return kind === 'bundled' ? { kind, name: rest } : { kind: 'folder', path: resolve(root, rest) };
}
