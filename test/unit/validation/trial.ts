/** Operations for validation, and their result without validation. */
import type { ContributedFile, Operation } from '../../../sandbox/index.ts';
import type { DatabaseKind, Entity } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { ErrorCode } from '../../../src/errors/codes.ts';
import { validateOperations, type ValidationResult } from '../../../src/validation/validate.ts';
import type { Manifest } from '../../../src/plugin/plugin.ts';
import { contributedFiles } from '../../../src/render/contributed-files.ts';
import { render, type RenderInput } from '../../../src/render/render.ts';
import type { Tree } from '../../../src/core/tree.ts';

/** The plugin and project properties that a test can set. */
export interface Given extends Partial<Manifest> {
  readonly database?: DatabaseKind;
  readonly entities?: readonly Entity[];
  readonly packaged?: readonly string[];
  readonly isSkeleton?: boolean;
}

export const entity = (name: string, route?: string): Entity => ({
  name,
  fields: [],
  relations: [],
  ...(route === undefined ? {} : { route }),
});

export function manifestOf({
  name = 'stock',
  dependencies = {},
  settings = {},
  adminMenu,
  provides,
  ...given
}: Given): Manifest {
  return {
    name,
    version: '1.0.0',
    frameworks: ['express'],
    databases: ['file'],
    dependencies,
    settings,
    ...(adminMenu === undefined ? {} : { adminMenu }),
    ...(provides === undefined ? {} : { provides }),
    ...(given.extends === undefined ? {} : { extends: given.extends }),
  };
}

export function validated(operations: readonly Operation[], given: Given = {}): ValidationResult {
  const { database = 'file', entities = [], packaged = [], isSkeleton = false } = given;
  return validateOperations(operations, {
    manifest: manifestOf(given),
    model: resolveModel({ database, entities }),
    files: new Map(packaged.map((path) => [path, new Uint8Array()])),
    isSkeleton,
  });
}

/** Returns the codes of all problems in order. */
export function codesOf(operations: readonly Operation[], given: Given = {}): readonly ErrorCode[] {
  return validated(operations, given).problems.map(({ code }) => code);
}

function inputOf(operations: readonly Operation[], given: Given): RenderInput {
  const { database = 'file', entities = [], packaged = [] } = given;
  const config = { name: 'sample', database, entities, plugins: new Map() };
  const files = new Map(packaged.map((path) => [path, new Uint8Array()]));
  const contribution = { manifest: manifestOf(given), settings: {}, operations, files };
  return { config, model: resolveModel(config), contributions: [contribution] };
}

/** Control: renders the same operations in a project without validation. */
export function unvalidated(operations: readonly Operation[], given: Given = {}): Tree {
  return render(inputOf(operations, given));
}

/**
 * Control for paths: returns the files that `render` accepts from the plugin, before it checks for two owners of a
 * file.
 */
export function contributed(operations: readonly Operation[], given: Given = {}): readonly string[] {
  return [...contributedFiles(inputOf(operations, given))].map(({ path }) => path);
}

/** Returns the text of a file without validation. */
export function unvalidatedText(path: string, operations: readonly Operation[], given: Given = {}): string {
  return Buffer.from(unvalidated(operations, given).get(path)?.content ?? '').toString();
}

const file = (path: string, content = 'export default () => {};\n'): ContributedFile => ({ path, content });
export const files = (...paths: readonly string[]): Operation => ({
  kind: 'copyTemplates',
  files: paths.map((path) => file(path)),
});
