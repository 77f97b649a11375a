/**
 * Renders a project from a configuration and the bundled base plugin without a sandbox, for work on emitters:
 * `node test/support/materialize.ts <genlock.json> <folder>`. Existing files are overwritten, others stay.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ContributedFile } from '../../sandbox/index.ts';
import type { Config, Entity } from '../../src/config/config.ts';
import { resolveModel } from '../../src/data-layer/resolve.ts';
import type { Contribution } from '../../src/plugin/plugin.ts';
import { render } from '../../src/render/render.ts';
import type { Tree } from '../../src/render/tree.ts';

const base = join(import.meta.dirname, '../../plugins/base');

/** The tree of a configuration given as parsed JSON, defaults filled in. */
export function renderSample(raw: unknown, name: string): Tree {
  const config = withDefaults(raw as Partial<Config>, name);
  return render({ config, model: resolveModel(config), contributions: [baseContribution(config)] });
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

function baseContribution(config: Config): Contribution {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(base, path), readFileSync(path));
  }
  const copied = ['shared', 'express', `databases/${config.database}`].flatMap((layer) =>
    [...files.entries()]
      .filter(([path]) => path.startsWith(`templates/${layer}/`))
      .map(([path, bytes]): ContributedFile => {
        const text = Buffer.from(bytes).toString('utf8');
        const target = path.slice(`templates/${layer}/`.length);
        return { path: target, content: text.replaceAll('{{project.name}}', config.name) };
      }),
  );
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
    operations: [{ kind: 'copyTemplates', files: copied }],
    files,
  };
}

if (process.argv[1] === import.meta.filename) {
  const [, , config, folder] = process.argv;
  if (config === undefined || folder === undefined) throw new Error('usage: materialize.ts <genlock.json> <folder>');
  for (const [path, file] of renderSample(JSON.parse(readFileSync(config, 'utf8')), 'shop')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), file.content, { mode: file.mode });
  }
}
