import { isRunWhenOpened } from '../plugin/auto-run-files.ts';
import { globMatches } from './globs.ts';

const alone: ReadonlySet<string> = new Set(['server-code', 'browser-code', 'provider', 'route:unprotected']);
const named = /^(model|dependency|secret):(.+)$/u;
/** After the colon: a name, one with a star at its end, or a star. Packages have slashes, too. */
const names: Readonly<Record<string, RegExp>> = {
  model: /^(?:[A-Za-z]\w*\*?|\*)$/u,
  secret: /^(?:[A-Z]\w*\*?|\*)$/u,
  dependency: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?(?:[a-z0-9~][a-z0-9._~-]*\*?|\*)$/u,
};

/** Whether a text names something a plugin can put into a project. */
export function isPermission(text: string): boolean {
  const [, kind = '', name = ''] = named.exec(text) ?? [];
  return alone.has(text) || names[kind]?.test(name) === true;
}

/** Whether a pattern of a policy means what a plugin does. */
export function permissionMatches(pattern: string, capability: string): boolean {
  if (pattern === capability) return true;
  const [, kind, name] = named.exec(pattern) ?? [];
  const [, other, given] = named.exec(capability) ?? [];
  return kind === other && name !== undefined && given !== undefined && globMatches(name, given);
}

/** What is computed of a plugin, in the words of the lockfile. */
export interface Contributed {
  readonly lines: Readonly<Record<'server' | 'browser' | 'tests' | 'elsewhere', number>>;
  /** `GET,POST /api/notes public` */
  readonly routes: readonly string[];
  readonly models: readonly string[];
  readonly providers: readonly string[];
  /** `name@range` */
  readonly packages: readonly string[];
  /** Names of environment variables. */
  readonly secrets: readonly string[];
  /** Of all files. */
  readonly paths: readonly string[];
}

/**
 * What a plugin puts into a project, as policies name it. Tests and what tools run have the rights of a server. A route is
 * answered on the server and a provider is drawn in the browser, in whatever folder their modules are.
 */
export function capabilitiesOf(contributed: Contributed): readonly string[] {
  const { lines, routes, models, providers, packages, secrets, paths } = contributed;
  const onServer = lines.server + lines.tests + lines.elsewhere > 0 || routes.length > 0;
  const inBrowser = lines.browser > 0 || providers.length > 0 || paths.some(isRunWhenOpened);
  return [
    ...(onServer ? ['server-code'] : []),
    ...(inBrowser ? ['browser-code'] : []),
    ...(providers.length > 0 ? ['provider'] : []),
    ...(routes.some((route) => route.endsWith(' public')) ? ['route:unprotected'] : []),
    ...models.map((name) => `model:${name}`),
    ...packages.map((text) => `dependency:${text.slice(0, text.lastIndexOf('@'))}`),
    ...secrets.map((name) => `secret:${name}`),
  ];
}
