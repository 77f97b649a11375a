import {
  schemaBlocks,
  type AccessLevel,
  type ExtendEntity,
  type GuardModel,
  type Operation,
  type RegisteredJob,
  type RegisterSecurityPolicy,
} from '../../sandbox/index.ts';
import type { CodePlace } from '../plugin/code-places.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { settingSchemas } from '../plugin/setting-schemas.ts';
import { compareText } from '../core/tree.ts';
import { codeFiles, styleFiles, type CodeAmount, type CodeFile } from './code-files.ts';
import { contentsOf, ofKind } from './contents.ts';

/** Source code by the place where it runs. */
export type CodeAmounts = Readonly<Record<CodePlace, CodeAmount>>;

/** Contributions of one plugin to a project, computed from the operations that it returned. Lists are sorted. */
export interface Footprint {
  readonly files: number;
  readonly code: CodeAmounts;
  /** Style sheets that load no code. */
  readonly styles: CodeAmount;
  readonly routes: readonly RouteFootprint[];
  /** Models and enums of the database schema. */
  readonly models: readonly string[];
  /** Data about the project that the generator receives: `entities`, `capabilities`. */
  readonly reads: readonly string[];
  /** Members added to entities, `*` for every entity: `Post.slug String`. */
  readonly extensions: readonly string[];
  /** Rules of the plugin's models for entities: `User.email read-only`. */
  readonly guards: readonly string[];
  /** Hosts that pages may load resources from: `script https://cdn.example.com`. */
  readonly hosts: readonly string[];
  /** Handlers for all requests: `afterAuth server/lib/audit`. */
  readonly middleware: readonly string[];
  /** Hooks by entity, `*` for every entity: `Order server/lib/search/hooks`. */
  readonly hooks: readonly string[];
  /** Background jobs with their schedules: `send-digest 0 8 * * 1-5 Europe/Berlin`, or `send-report queued`. */
  readonly jobs: readonly string[];
  /** Components in places of the pages: `form Order`. */
  readonly slots: readonly string[];
  /** Components around the whole application. */
  readonly providers: readonly string[];
  /** Entries in the admin menu: `Orders /admin/orders`. */
  readonly menu: readonly string[];
  /** Names of theme variables. */
  readonly theme: readonly string[];
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

const known = new WeakMap<Contribution, Footprint>();

/**
 * Counts and lists the contributions of one plugin. Pure. The result is kept, because a command needs it several times
 * and it reads all code.
 */
export function footprintOf(contribution: Contribution): Footprint {
  const earlier = known.get(contribution);
  if (earlier !== undefined) return earlier;
  const footprint = countedFootprint(contribution);
  known.set(contribution, footprint);
  return footprint;
}

function countedFootprint(contribution: Contribution): Footprint {
  const { manifest, operations } = contribution;
  const settings = Object.entries(settingSchemas(contribution));
  return {
    files: contentsOf(contribution).size,
    code: amountsOf(codeFiles(contribution)),
    styles: amountOf(styleFiles(contribution)),
    routes: routesOf(operations),
    models: modelNames(operations),
    reads: sorted(manifest.inputs ?? []),
    extensions: sorted(ofKind(operations, 'extendEntity').flatMap(extensionFacts)),
    guards: sorted(ofKind(operations, 'guardModel').flatMap(guardFacts)),
    hosts: sorted(ofKind(operations, 'registerSecurityPolicy').flatMap(hostFacts)),
    middleware: sorted(ofKind(operations, 'registerMiddleware').map(({ position, module }) => `${position} ${module}`)),
    slots: sorted(ofKind(operations, 'registerSlot').map(({ slot, entity }) => [slot, entity ?? []].flat().join(' '))),
    hooks: sorted(ofKind(operations, 'registerHooks').map(({ entity, module }) => `${entity} ${module}`)),
    jobs: sorted(ofKind(operations, 'registerJobs').flatMap((operation) => operation.jobs.map(jobFact))),
    providers: sorted(ofKind(operations, 'registerProvider').map(({ name }) => name)),
    menu: menuOf(contribution),
    theme: sorted(ofKind(operations, 'registerCSS').flatMap(({ variables }) => Object.keys(variables))),
    packages: sorted(Object.entries(manifest.dependencies).map(([name, range]) => `${name}@${range}`)),
    settings: sorted(settings.filter(([, { secret }]) => secret !== true).map(([key]) => key)),
    secrets: sorted(settings.filter(([, { secret }]) => secret === true).map(([key]) => key)),
  };
}

/** Returns the names of all models and enums that a plugin registers, sorted. */
export function modelNames(operations: readonly Operation[]): readonly string[] {
  return sorted(
    ofKind(operations, 'registerPrismaSchema').flatMap(({ schema }) => schemaBlocks(schema).map(({ name }) => name)),
  );
}

function guardFacts({ model, refuse, readOnly, reserved, module }: GuardModel): readonly string[] {
  // Without an entity there is no other operation.
  if (refuse.includes('read')) return [`${model} no entity`];
  return [
    ...refuse.map((operation) => `${model} no ${operation}`),
    ...readOnly.map((field) => `${model}.${field} read-only`),
    ...reserved.map((field) => `${model}.${field} reserved`),
    ...(module === undefined ? [] : [`${model} hooks in ${module}`]),
  ];
}

function jobFact({ name, schedule, timeZone = 'UTC' }: RegisteredJob): string {
  return schedule === undefined ? `${name} queued` : `${name} ${schedule} ${timeZone}`;
}

function extensionFacts({ entity, fields, relations }: ExtendEntity): readonly string[] {
  return [
    ...fields.map(({ name, type }) => `${entity}.${name} ${type}`),
    ...relations.map(({ name, target }) => `${entity}.${name} ${target}`),
  ];
}

function hostFacts({ sources }: RegisterSecurityPolicy): readonly string[] {
  return Object.entries(sources).flatMap(([resource, list]) => list.map((source) => `${resource} ${source}`));
}

function routesOf(operations: readonly Operation[]): readonly RouteFootprint[] {
  return ofKind(operations, 'registerAPIRoutes')
    .flatMap(({ routes }) => routes)
    .map(({ path, methods, access = 'public' }) => ({ path: `/api${path}`, methods, access }))
    .sort((left, right) => compareText(left.path, right.path));
}

/** Returns the menu entries. A call with the plugin's name as id replaces the entry of the manifest. */
function menuOf({ manifest, operations }: Contribution): readonly string[] {
  const calls = ofKind(operations, 'registerAdminMenu');
  const isReplaced = manifest.adminMenu === undefined || calls.some(({ id }) => id === manifest.name);
  const entries = [...(isReplaced ? [] : [manifest.adminMenu]), ...calls];
  return sorted(entries.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(menuFact));
}

const menuFact = ({ label, href }: { readonly label: string; readonly href?: string | undefined }): string =>
  href === undefined ? label : `${label} ${href}`;

function amountsOf(files: readonly CodeFile[]): CodeAmounts {
  return amountsBy((place) => amountOf(files.filter((file) => file.place === place)));
}

/** Creates an amount for each place. */
export function amountsBy(amountIn: (place: CodePlace) => CodeAmount): CodeAmounts {
  return {
    build: amountIn('build'),
    everyPage: amountIn('everyPage'),
    server: amountIn('server'),
    onePage: amountIn('onePage'),
    tests: amountIn('tests'),
    elsewhere: amountIn('elsewhere'),
  };
}

function amountOf(files: readonly CodeAmount[]): CodeAmount {
  return {
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
