/**
 * Renders a project from a configuration and the bundled base plugin without a sandbox, for work on emitters:
 * `node test/support/materialize.ts <genlock.json> <folder> [folder of a plugin …]`. Existing files are overwritten,
 * others are kept. Templates and models of plugins are copied unchanged.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Config, Entity } from '../../src/config/config.ts';
import { resolveModel } from '../../src/data-layer/resolve.ts';
import type { Contribution } from '../../src/plugin/plugin.ts';
import { render } from '../../src/render/render.ts';
import type { Tree } from '../../src/core/tree.ts';

const base = join(import.meta.dirname, '../../plugins/base');

/** The tree of a configuration given as parsed JSON, defaults filled in. */
export function renderSample(raw: unknown, name: string, plugins: readonly string[] = []): Tree {
  const config = withDefaults(raw as Partial<Config>, name);
  const contributions = [baseContribution(config), ...plugins.map(pluginContribution)];
  return render({ config, model: resolveModel(config), contributions });
}

function withDefaults(raw: Partial<Config>, name: string): Config {
  const entities = (raw.entities ?? []).map((entity: Partial<Entity> & { name: string }) => ({
    ...entity,
    fields: (entity.fields ?? []).map((field) => ({
      ...field,
      required: field.required ?? false,
      unique: field.unique ?? false,
    })),
    relations: (entity.relations ?? []).map((relation) => ({ ...relation, required: relation.required ?? false })),
  }));
  return { name, database: raw.database ?? 'file', entities, plugins: new Map() };
}

/** Path below a folder → bytes. */
function filesBelow(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), readFileSync(path));
  }
  return files;
}

interface CopiedFile {
  readonly path: string;
  readonly content: string;
}

function copiedFrom(files: ReadonlyMap<string, Uint8Array>, layer: string): CopiedFile[] {
  return [...files.entries()]
    .filter(([path]) => path.startsWith(`templates/${layer}/`))
    .map(([path, bytes]) => ({
      path: path.slice(`templates/${layer}/`.length),
      content: Buffer.from(bytes).toString('utf8'),
    }));
}

/** The operations for the models of a plugin. */
function schemasOf(files: ReadonlyMap<string, Uint8Array>) {
  return copiedFrom(files, 'prisma').map(({ content }) => ({
    kind: 'registerPrismaSchema' as const,
    schema: content,
  }));
}

/** Without the checks a plugin's package goes through. */
function pluginContribution(folder: string): Contribution {
  const files = filesBelow(folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Contribution['manifest'];
  return {
    manifest: { ...manifest, frameworks: ['express'], dependencies: {}, settings: {} },
    settings: {},
    operations: [{ kind: 'copyTemplates', files: copiedFrom(files, 'express') }, ...schemasOf(files)],
    files,
  };
}

function baseContribution(config: Config): Contribution {
  const files = filesBelow(base);
  const copied = ['shared', 'express', `databases/${config.database}`]
    .flatMap((layer) => copiedFrom(files, layer))
    .map(({ path, content }) => ({ path, content: content.replaceAll('{{project.name}}', config.name) }));
  return {
    manifest: {
      name: 'base',
      version: '0.0.0',
      frameworks: ['express'],
      databases: ['relational', 'document', 'file'],
      dependencies: {},
      settings: {},
    },
    settings: {},
    operations: [{ kind: 'copyTemplates', files: copied }, ...schemasOf(files)],
    files,
  };
}

if (process.argv[1] === import.meta.filename) {
  const [, , config, folder, ...plugins] = process.argv;
  if (config === undefined || folder === undefined) throw new Error('usage: materialize.ts <genlock.json> <folder>');
  for (const [path, file] of renderSample(JSON.parse(readFileSync(config, 'utf8')), 'shop', plugins)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), file.content, { mode: file.mode });
  }
}
