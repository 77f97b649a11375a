/** Example plugins as npm would pack them, under another name or version. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from './archives.ts';
import type { FakeRegistry, FakeRelease } from './fake-registry.ts';
import { examplePlugin } from './life.ts';

/** Differences from the example. */
export interface Disguise {
  readonly name?: string;
  readonly version?: string;
  /** A comment at the end of every component. */
  readonly note?: string;
  /** Packages its code needs, by name, with their ranges. */
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The archive of an example plugin. */
export function exampleArchive(
  example: string,
  { name = example, version = '1.0.0', note, dependencies }: Disguise = {},
): Buffer {
  const folder = examplePlugin(example);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const isNamed = /(?:^|\/)(?:manifest|package)\.json$/u.test(path);
    const renamed = text
      .replace(/"version": "[^"]+"/u, `"version": "${version}"`)
      .replace(/^\{/u, dependencies === undefined ? '{' : `{ "dependencies": ${JSON.stringify(dependencies)},`)
      .replace(/"name": "[^"]+"/u, `"name": "${name}"`);
    const noted = note !== undefined && path.endsWith('.tsx') ? `${text}// ${note}\n` : text;
    return [path.slice(folder.length + 1), isNamed ? renamed : noted] as const;
  });
  return packageOf(Object.fromEntries(entries));
}

/** Publishes an example plugin. */
export function publishExample(
  registry: FakeRegistry,
  example: string,
  { name = example, version = '1.0.0', note, dependencies, ...release }: Disguise & Partial<FakeRelease> = {},
): void {
  const archive = exampleArchive(example, {
    name,
    version,
    ...(note !== undefined && { note }),
    ...(dependencies !== undefined && { dependencies }),
  });
  registry.publish({ name, version, archive, ...release });
}
