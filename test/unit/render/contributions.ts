import type { ApiRoute, Operation } from '../../../sandbox/index.ts';
import type { Config, Entity } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { Contribution, Manifest } from '../../../src/plugin/plugin.ts';
import { render } from '../../../src/render/render.ts';

/** A plugin's part of a project, with nothing in it but what is given. */
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

/** Routes and the files that answer them, in a plugin of its own. */
export function routesOf(name: string, routes: readonly ApiRoute[], files: readonly string[] = []): Contribution {
  const paths = files.length > 0 ? files : [...new Set(routes.map(({ handler }) => handler))];
  return contribution(name, {
    operations: [
      { kind: 'copyTemplates', files: paths.map((path) => ({ path, content: 'export default () => {};\n' })) },
      { kind: 'registerAPIRoutes', routes },
    ],
  });
}

/** The text of a rendered file; undefined if there is none. */
export function rendered(
  path: string,
  { contributions = [], entities = [] }: { contributions?: readonly Contribution[]; entities?: readonly Entity[] },
): string | undefined {
  const config: Config = { name: 'sample', database: 'file', entities, plugins: new Map() };
  const content = render({ config, model: resolveModel(config), contributions }).get(path)?.content;
  return content === undefined ? undefined : Buffer.from(content).toString();
}
