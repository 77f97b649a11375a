import { camelCase } from 'change-case';
import type { ApiRoute, MiddlewarePosition } from '../../../sandbox/index.ts';
import type { Contribution } from '../../plugin/plugin.ts';

/** A plugin's module with handlers, as imported by a file in `server/generated/`. */
export interface Handler {
  /** The path from `server/generated/`, without extension. */
  readonly module: string;
  /** The variable name of the import. */
  readonly variable: string;
}

/** One route of a plugin. `path` has no `/api` before it. */
export interface PluginRoute extends Omit<ApiRoute, 'handler'> {
  readonly plugin: string;
  readonly handler: Handler;
}

const extensions = ['', '.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.js'];

/** Returns all routes of plugins in order. Handler files are checked elsewhere. */
export function pluginRoutes(contributions: readonly Contribution[]): PluginRoute[] {
  const variables = new Map<string, string>();
  return contributions.flatMap((contribution) => {
    const files = ownFiles(contribution);
    const plugin = contribution.manifest.name;
    return contribution.operations
      .flatMap((operation) => (operation.kind === 'registerAPIRoutes' ? operation.routes : []))
      .map((route) => ({
        ...route,
        plugin,
        handler: importOf(fileOf(route.handler, files), { variables, suffix: 'Handlers' }),
      }));
  });
}

/** A handler of a plugin for all requests. */
export interface Middleware extends Handler {
  readonly position: MiddlewarePosition;
}

/** Returns the handlers of plugins for all requests, in order. */
export function pluginMiddleware(contributions: readonly Contribution[]): Middleware[] {
  const variables = new Map<string, string>();
  return contributions.flatMap((contribution) => {
    const files = ownFiles(contribution);
    return contribution.operations.flatMap((operation) => {
      if (operation.kind !== 'registerMiddleware') return [];
      const file = fileOf(operation.module, files);
      return [{ position: operation.position, ...importOf(file, { variables, suffix: 'Middleware' }) }];
    });
  });
}

/** Returns the contributed file of a module, or the module if its file is unknown. */
function fileOf(module: string, files: ReadonlySet<string>): string {
  return extensions.map((extension) => module + extension).find((path) => files.has(path)) ?? module;
}

function ownFiles({ operations }: Contribution): ReadonlySet<string> {
  const files = operations.flatMap((operation) => (operation.kind === 'copyTemplates' ? operation.files : []));
  return new Set(files.map(({ path }) => path));
}

interface Names {
  /** The names of earlier imports by module. */
  readonly variables: Map<string, string>;
  readonly suffix: string;
}

function importOf(file: string, { variables, suffix }: Names): Handler {
  const path = file.replace(/\.\w+$/, '');
  const module = path.startsWith('server/') ? `../${path.slice('server/'.length)}` : `../../${path}`;
  const known = variables.get(module);
  if (known !== undefined) return { module, variable: known };
  const name = `${camelCase(path.replace(/^server\//, '').replace(/\/index$/, ''))}${suffix}`.replace(/^(?=\d)/, '_');
  const taken = new Set(variables.values());
  let variable = name;
  for (let count = 2; taken.has(variable); count += 1) variable = `${name}${count}`;
  variables.set(module, variable);
  return { module, variable };
}
