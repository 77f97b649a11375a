import { isAuthRoute } from '../plugin/auth-routes.ts';
import { isRunWhenOpened } from '../plugin/auto-run-files.ts';
import type { CodePlace } from '../plugin/code-places.ts';
import { globMatches } from './globs.ts';
import { hostCapability, hostsCover, hostsOverlap, isHostPermission } from './host-permissions.ts';

const alone: ReadonlySet<string> = new Set([
  'server-code',
  'browser-code',
  'provider',
  'middleware',
  'hooks',
  'jobs',
  'slot',
  'route:unprotected',
  'route:auth',
]);
const named = /^(model|extend|data|dependency|secret|host):(.+)$/u;
/** Patterns of the part after the colon: a name, a prefix with `*`, or `*`. Package names can contain slashes. */
const names: Readonly<Record<string, RegExp>> = {
  model: /^(?:[A-Za-z]\w*\*?|\*)$/u,
  extend: /^(?:[A-Za-z]\w*\*?|\*)$/u,
  data: /^(?:\w+\*?|\*)$/u,
  secret: /^(?:[A-Z]\w*\*?|\*)$/u,
  dependency: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?(?:[a-z0-9~][a-z0-9._~-]*\*?|\*)$/u,
};

/** Checks that a string names a capability of a plugin. */
export function isPermission(text: string): boolean {
  const [, kind = '', name = ''] = named.exec(text) ?? [];
  return alone.has(text) || (kind === 'host' ? isHostPermission(name) : names[kind]?.test(name) === true);
}

/** Checks whether a policy pattern permits a capability completely. */
export function permissionMatches(pattern: string, capability: string): boolean {
  return matches(pattern, capability, hostsCover);
}

/** Checks whether a policy pattern concerns a capability, or a part of its hosts. */
export function permissionConcerns(pattern: string, capability: string): boolean {
  return matches(pattern, capability, hostsOverlap);
}

function matches(pattern: string, capability: string, compareHosts: typeof hostsCover): boolean {
  if (pattern === capability) return true;
  const [, kind, name] = named.exec(pattern) ?? [];
  const [, other, given] = named.exec(capability) ?? [];
  if (kind !== other || name === undefined || given === undefined) return false;
  return kind === 'host' ? compareHosts(name, given) : globMatches(name, given);
}

/** Computed contributions of a plugin, with the names used in the lockfile. */
export interface Contributed {
  /** Code by the place where it runs. */
  readonly code: Readonly<Record<CodePlace, { readonly bytes: number }>>;
  /** `GET,POST /api/notes public` */
  readonly routes: readonly string[];
  readonly models: readonly string[];
  /** `Post.slug String` */
  readonly extensions: readonly string[];
  /** Tables whose rows the data migrations of updates change. */
  readonly tables: readonly string[];
  /** `script https://cdn.example.com` */
  readonly hosts: readonly string[];
  readonly middleware: readonly string[];
  readonly hooks: readonly string[];
  readonly jobs: readonly string[];
  readonly slots: readonly string[];
  readonly providers: readonly string[];
  /** `name@range` */
  readonly packages: readonly string[];
  /** Names of environment variables. */
  readonly secrets: readonly string[];
  /** Paths of all contributed files. */
  readonly paths: readonly string[];
}

/**
 * Returns the capabilities of a plugin as policies name them. Tests and tool code have the same rights as server code.
 * Routes always run on the server and providers in the browser, in any folder.
 */
export function capabilitiesOf(contributed: Contributed): readonly string[] {
  const {
    code,
    routes,
    models,
    extensions,
    tables,
    hosts,
    middleware,
    hooks,
    jobs,
    slots,
    providers,
    packages,
    secrets,
    paths,
  } = contributed;
  const runsIn = (...places: readonly CodePlace[]): boolean => places.some((place) => code[place].bytes > 0);
  const onServer =
    runsIn('build', 'server', 'tests', 'elsewhere') ||
    [routes, middleware, hooks, jobs].some(({ length }) => length > 0);
  const inBrowser =
    runsIn('everyPage', 'onePage') || providers.length > 0 || slots.length > 0 || paths.some(isRunWhenOpened);
  return [
    ...(onServer ? ['server-code'] : []),
    ...(inBrowser ? ['browser-code'] : []),
    ...(providers.length > 0 ? ['provider'] : []),
    ...(middleware.length > 0 ? ['middleware'] : []),
    ...(hooks.length > 0 ? ['hooks'] : []),
    ...(jobs.length > 0 ? ['jobs'] : []),
    ...(slots.length > 0 ? ['slot'] : []),
    ...(routes.some((route) => route.endsWith(' public')) ? ['route:unprotected'] : []),
    ...(routes.some(isAuthRoute) ? ['route:auth'] : []),
    ...models.map((name) => `model:${name}`),
    ...new Set(extensions.map((fact) => `extend:${fact.slice(0, fact.indexOf('.'))}`)),
    ...tables.map((name) => `data:${name}`),
    ...hosts.map(hostCapability),
    ...packages.map((text) => `dependency:${text.slice(0, text.lastIndexOf('@'))}`),
    ...secrets.map((name) => `secret:${name}`),
  ];
}
