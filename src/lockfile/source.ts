import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PluginSource } from '../plugin/plugin.ts';

/**
 * A source as the lockfile names it: `bundled:base`, `folder:../my-plugin`, `archive:../chat-1.0.0.tgz`, or
 * `registry:` and its address. A path inside the project or beside it is named from the project's root, so that it means
 * the same on every machine; any other as it was given.
 */
export function printSource(source: PluginSource, root: string): string {
  if (source.kind === 'bundled') return `bundled:${source.name}`;
  if (source.kind === 'registry') return `registry:${source.url}`;
  if (!isAbsolute(source.path)) return `${source.kind}:${source.path}`;
  const path = relative(root, source.path);
  const isNear = !isAbsolute(path) && !path.startsWith(`..${sep}..`);
  return `${source.kind}:${isNear ? path.split(sep).join('/') : source.path}`;
}

/** A source as the lockfile names it → where the plugin is; nothing if the text names none. */
export function parseSource(text: string, root: string): PluginSource | undefined {
  const [, kind, rest] = /^(bundled|folder|archive|registry):(.+)$/u.exec(text) ?? [];
  if (rest === undefined) return undefined;
  if (kind === 'bundled') return { kind, name: rest };
  if (kind === 'registry') return URL.canParse(rest) ? { kind, url: rest } : undefined;
  return { kind: kind === 'archive' ? kind : 'folder', path: resolve(root, rest) };
}
