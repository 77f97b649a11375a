import type { ApiRoute, Operation } from '../../../sandbox/index.ts';
import type { Config, DatabaseKind, Entity } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { Contribution, Manifest } from '../../../src/plugin/plugin.ts';
import { render } from '../../../src/render/render.ts';
import type { PackageManager } from '../../../src/core/package-managers.ts';

/** Creates a minimal contribution with the given properties. */
export function contribution(
  name: string,
  { operations = [], ...manifest }: Partial<Manifest> & { readonly operations?: readonly Operation[] },
): Contribution {
  return {
    manifest: {
      name,
      version: '1.0.0',
      frameworks: ['express'],
      databases: ['file'],
      dependencies: {},
      settings: {},
      ...manifest,
    },
    settings: {},
    operations,
    files: new Map(),
  };
}

/** Creates a contribution with routes and their handler files. */
export function routesOf(name: string, routes: readonly ApiRoute[], files: readonly string[] = []): Contribution {
  const paths = files.length > 0 ? files : [...new Set(routes.map(({ handler }) => handler))];
  return contribution(name, {
    operations: [
      { kind: 'copyTemplates', files: paths.map((path) => ({ path, content: 'export default () => {};\n' })) },
      { kind: 'registerAPIRoutes', routes },
    ],
  });
}

interface RenderedProject {
  readonly contributions?: readonly Contribution[];
  readonly entities?: readonly Entity[];
  readonly database?: DatabaseKind | undefined;
  readonly packageManager?: PackageManager;
}

/** Returns the text of a rendered file, or `undefined` if the file does not exist. */
export function rendered(
  path: string,
  { contributions = [], entities = [], database = 'file', packageManager = 'npm' }: RenderedProject,
): string | undefined {
  const config: Config = { name: 'sample', database, packageManager, entities, plugins: new Map() };
  const content = render({ config, model: resolveModel(config), contributions }).get(path)?.content;
  return content === undefined ? undefined : Buffer.from(content).toString();
}
