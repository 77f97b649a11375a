import { join } from 'node:path';
import { overwriteFile } from '../../apply/write-file.ts';
import { runPlugins } from '../../engine/run-plugins.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { formatOptions } from '../../render/tools/code-style.ts';
import { isFormatted, loadFormatter } from '../plugin-test/formatting.ts';
import { sampleConfig } from './validate.ts';

/**
 * Formats the templates of a folder with the settings of generated projects, and writes the changed files. A template
 * with tags, or with a syntax error, is unchanged: only its rendered text could be formatted.
 *
 * @param folder absolute
 * @returns package paths of the changed files, sorted; `undefined` without the formatter
 */
export async function formatTemplates(folder: string, policy: EffectivePolicy): Promise<readonly string[] | undefined> {
  const format = await loadFormatter();
  if (format === undefined) return undefined;
  const plugin = loadPlugin({ kind: 'folder', path: folder });
  const changed: string[] = [];
  for (const [source, path] of await copiedTemplates(plugin, policy)) {
    const written = new TextDecoder().decode(plugin.files.get(source));
    const { text, errors } = await format(path, written, formatOptions);
    if (errors.length > 0 || text === written) continue;
    await overwriteFile(join(folder, source), text);
    changed.push(source);
  }
  return changed.toSorted();
}

/** Returns the templates that a project receives without changes: package path → path in the project. */
async function copiedTemplates(plugin: Plugin, policy: EffectivePolicy): Promise<ReadonlyMap<string, string>> {
  const runs = await Promise.all(
    plugin.manifest.databases.map((database) =>
      runPlugins([plugin], { config: sampleConfig(plugin, database), samples: true }, policy),
    ),
  );
  const operations = runs.flat().flatMap(({ stored }) => stored.contribution.operations);
  const files = operations.flatMap((operation) => (operation.kind === 'copyTemplates' ? operation.files : []));
  return new Map(
    files.flatMap((file) => ('source' in file && isFormatted(file.path) ? [[file.source, file.path] as const] : [])),
  );
}
