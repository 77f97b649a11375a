import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkVersion, type Operation } from '../../sandbox/index.ts';
import type { DatabaseKind } from '../config/config.ts';
import { ownPackage } from '../core/own-package.ts';
import type { Contribution, Plugin } from '../plugin/plugin.ts';

/** The results of the base plugin's runs, from the build of Genlock. */
export interface BuiltBase {
  readonly integrity: string;
  readonly sdk: number;
  readonly operations: Readonly<Partial<Record<DatabaseKind, readonly Operation[]>>>;
}

/** Name of the project that the base plugin ran for. */
export const sampleProject = 'sample';

/** Path in Genlock's package. */
export const builtBasePath = 'dist/base-operations.json';

/**
 * Returns the contribution of the base plugin to a sample project from the build of Genlock. `undefined`
 * if the build has another base plugin, or if Genlock runs from its sources without a build.
 */
export function builtBase(base: Plugin, database: DatabaseKind): Contribution | undefined {
  const built = readBuilt();
  const operations = built?.operations[database];
  if (built?.integrity !== base.integrity || built.sdk !== sdkVersion || operations === undefined) return undefined;
  return { manifest: base.manifest, settings: {}, operations, files: base.files };
}

function readBuilt(): BuiltBase | undefined {
  try {
    const built: BuiltBase = JSON.parse(readFileSync(join(ownPackage().root, builtBasePath), 'utf8'));
    return built;
  } catch {
    return undefined;
  }
}
