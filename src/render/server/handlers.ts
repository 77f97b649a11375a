import { camelCase } from 'change-case';
import type { ApiRoute } from '../../../sandbox/index.ts';
import type { Contribution } from '../../plugin/plugin.ts';

/** A plugin's route module, as imported by the route table. */
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
      .map((route) => {
        const file = extensions.map((extension) => route.handler + extension).find((path) => files.has(path));
        return { ...route, plugin, handler: handlerOf(file ?? route.handler, variables) };
      });
  });
}

function ownFiles({ operations }: Contribution): ReadonlySet<string> {
  const files = operations.flatMap((operation) => (operation.kind === 'copyTemplates' ? operation.files : []));
  return new Set(files.map(({ path }) => path));
}

function handlerOf(file: string, variables: Map<string, string>): Handler {
  const path = file.replace(/\.\w+$/, '');
  const module = path.startsWith('server/') ? `../${path.slice('server/'.length)}` : `../../${path}`;
  const known = variables.get(module);
  if (known !== undefined) return { module, variable: known };
  const name = `${camelCase(path.replace(/^server\//, '').replace(/\/index$/, ''))}Handlers`.replace(/^(?=\d)/, '_');
  const taken = new Set(variables.values());
  let variable = name;
  for (let count = 2; taken.has(variable); count += 1) variable = `${name}${count}`;
  variables.set(module, variable);
  return { module, variable };
}
