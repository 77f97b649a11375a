import { schemaBlocks, type AccessLevel, type Operation } from '../../sandbox/index.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { settingSchemas } from '../plugin/setting-schemas.ts';
import { compareText, sortedMap } from '../core/tree.ts';

/** Lines of source code by where they will run. */
export interface CodeLines {
  /** Below `server/`. */
  readonly server: number;
  /** Below `client/`, and pages at the root. */
  readonly browser: number;
  /** Below `test/`, and every `*.test.*`. */
  readonly tests: number;
  /** Anywhere else: run by a tool, or imported by either side. */
  readonly elsewhere: number;
}

/** Contributions of one plugin to a project, computed from the operations that it returned. Lists are sorted. */
export interface Footprint {
  readonly files: number;
  readonly lines: CodeLines;
  readonly routes: readonly RouteFootprint[];
  /** Models and enums of the database schema. */
  readonly models: readonly string[];
  /** Components around the whole application. */
  readonly providers: readonly string[];
  /** `name@range` of packages the project will depend on. */
  readonly packages: readonly string[];
  /** Keys of settings that `genlock.json` may hold. */
  readonly settings: readonly string[];
  /** Keys of settings whose values come from the environment. */
  readonly secrets: readonly string[];
}

export interface RouteFootprint {
  /** With the leading `/api`. */
  readonly path: string;
  readonly methods: readonly string[];
  /** `public` if the plugin declares no access, because the route is not protected. */
  readonly access: AccessLevel;
}

/** Counts and lists the contributions of one plugin. Pure. */
export function footprintOf(contribution: Contribution): Footprint {
  const { manifest, operations } = contribution;
  const contents = contentsOf(contribution);
  const settings = Object.entries(settingSchemas(contribution));
  return {
    files: contents.size,
    lines: linesOf(contents, namedModules(operations)),
    routes: routesOf(operations),
    models: sorted(
      ofKind(operations, 'registerPrismaSchema').flatMap(({ schema }) => schemaBlocks(schema).map(({ name }) => name)),
    ),
    providers: sorted(ofKind(operations, 'registerProvider').map(({ name }) => name)),
    packages: sorted(Object.entries(manifest.dependencies).map(([name, range]) => `${name}@${range}`)),
    settings: sorted(settings.filter(([, { secret }]) => secret !== true).map(([key]) => key)),
    secrets: sorted(settings.filter(([, { secret }]) => secret === true).map(([key]) => key)),
  };
}

function ofKind<Kind extends Operation['kind']>(
  operations: readonly Operation[],
  kind: Kind,
): readonly Extract<Operation, { kind: Kind }>[] {
  return operations.filter((operation): operation is Extract<Operation, { kind: Kind }> => operation.kind === kind);
}

/** Path in the project → content of all files a plugin contributes, sorted; a later copy to the same path wins. */
export function contentsOf({ operations, files }: Contribution): ReadonlyMap<string, string | Uint8Array> {
  const copied = ofKind(operations, 'copyTemplates').flatMap((operation) => operation.files);
  return sortedMap(
    copied.map((file) => [file.path, 'content' in file ? file.content : (files.get(file.source) ?? '')]),
  );
}

function routesOf(operations: readonly Operation[]): readonly RouteFootprint[] {
  return ofKind(operations, 'registerAPIRoutes')
    .flatMap(({ routes }) => routes)
    .map(({ path, methods, access = 'public' }) => ({ path: `/api${path}`, methods, access }))
    .sort((left, right) => compareText(left.path, right.path));
}

const codeFile = /\.(?:[cm]?[jt]sx?|html|vue|svelte|sh|sql)$/iu;
const testFile = /^test\/|\.(?:test|spec)\.[^/]+$/u;

type NamedModules = ReadonlyMap<string, keyof CodeLines>;

/**
 * Finds modules that run in a known place whatever their folder: route handlers on the server, providers in the
 * browser.
 */
function namedModules(operations: readonly Operation[]): NamedModules {
  const handlers = ofKind(operations, 'registerAPIRoutes').flatMap(({ routes }) =>
    routes.map(({ handler }) => handler),
  );
  const providers = ofKind(operations, 'registerProvider').map(({ import: from }) =>
    from.replace(/^\.?\//u, '').replace(/^@\//u, 'client/'),
  );
  return new Map([
    ...providers.map((path) => [withoutEnding(path), 'browser'] as const),
    ...handlers.map((path) => [withoutEnding(path), 'server'] as const),
  ]);
}

/** Removes the parts of a path that an import can omit: the extension and `/index`. */
function withoutEnding(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/iu, '').replace(/\/index$/iu, '');
}

function linesOf(contents: ReadonlyMap<string, string | Uint8Array>, named: NamedModules): CodeLines {
  const lines = { server: 0, browser: 0, tests: 0, elsewhere: 0 };
  for (const [path, content] of contents) {
    if (codeFile.test(path)) lines[named.get(withoutEnding(path)) ?? placeOf(path)] += countLines(content);
  }
  return lines;
}

function placeOf(path: string): keyof CodeLines {
  if (testFile.test(path)) return 'tests';
  if (path.startsWith('server/')) return 'server';
  return path.startsWith('client/') || path.endsWith('.html') ? 'browser' : 'elsewhere';
}

function countLines(content: string | Uint8Array): number {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
