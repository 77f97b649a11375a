/** One run of a case's plugin in the sandbox, and the project it is meant for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlugin, type Limits, type Operation, type RunReport } from '../../sandbox/index.ts';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import type { DataModel } from '../../src/data-layer/model.ts';
import { resolveModel } from '../../src/data-layer/resolve.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import type { Plugin } from '../../src/plugin/plugin.ts';
import { runFailure } from '../../src/plugin/run-failure.ts';
import { resolveSettings } from '../../src/plugin/settings.ts';
import { repository } from '../support/cli.ts';

/** The configuration every plugin is tried with. */
export const shop = join(repository, 'examples/shop/genlock.json');

/** Outcome of a case. */
export interface Run {
  readonly code: string;
  readonly log: readonly string[];
  readonly operations: readonly Operation[];
  readonly shown: string;
}

/** The project every plugin is tried in. */
export function shopProject(): { readonly config: Config; readonly model: DataModel } {
  const config = readConfig(readFileSync(shop, 'utf8'), { file: shop, fallbackName: 'shop' });
  return { config, model: resolveModel(config) };
}

/** One run of a plugin's folder, its operations not yet judged. */
export function sandboxed(folder: string): Promise<RunReport> {
  return runLoaded(loadPlugin({ kind: 'folder', path: folder }), {});
}

/** Runs a loaded plugin. */
export async function runLoaded(plugin: Plugin, limits: Partial<Limits> = {}): Promise<RunReport> {
  const { manifest, files } = plugin;
  const { settings } = resolveSettings({ manifest }, {});
  const context = { framework: 'express', database: 'file', settings } as const;
  try {
    return await runPlugin({ plugin: manifest, files, context, project: { name: 'shop' } }, { limits });
  } catch (error) {
    throw runFailure(error, plugin);
  }
}
