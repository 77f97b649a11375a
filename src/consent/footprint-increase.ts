import { newFindings, type Finding } from './findings.ts';
import { codePlaces, type CodePlace } from '../plugin/code-places.ts';
import type { CodeAmount } from './code-files.ts';
import { amountsBy, type CodeAmounts, type Footprint } from './footprint.ts';

/** Footprint in its lockfile form, one string per fact. */
export interface PrintedFootprint {
  files: number;
  /** In the order of the places: build time first. */
  code: CodeAmounts;
  styles: CodeAmount;
  /** `GET,POST /api/notes public` */
  routes: string[];
  models: string[];
  /** `entities` */
  reads: string[];
  /** `Post.slug String` */
  extensions: string[];
  /** `User.email read-only` */
  guards: string[];
  /** `script https://cdn.example.com` */
  hosts: string[];
  /** `afterAuth server/lib/audit` */
  middleware: string[];
  /** `Order server/lib/search/hooks` */
  hooks: string[];
  /** `send-digest 0 8 * * 1-5 Europe/Berlin`, or `send-report queued` */
  jobs: string[];
  /** `form Order` */
  slots: string[];
  providers: string[];
  /** `Orders /admin/orders` */
  menu: string[];
  theme: string[];
  packages: string[];
  settings: string[];
  secrets: string[];
}

/** Converts a footprint to strings. */
export function printFootprint(footprint: Footprint): PrintedFootprint {
  return {
    files: footprint.files,
    code: footprint.code,
    styles: footprint.styles,
    routes: footprint.routes.map(({ path, methods, access }) => `${methods.join(',')} ${path} ${access}`),
    models: [...footprint.models],
    reads: [...footprint.reads],
    extensions: [...footprint.extensions],
    guards: [...footprint.guards],
    hosts: [...footprint.hosts],
    middleware: [...footprint.middleware],
    hooks: [...footprint.hooks],
    jobs: [...footprint.jobs],
    slots: [...footprint.slots],
    providers: [...footprint.providers],
    menu: [...footprint.menu],
    theme: [...footprint.theme],
    packages: [...footprint.packages],
    settings: [...footprint.settings],
    secrets: [...footprint.secrets],
  };
}

const lists = [
  'routes',
  'models',
  'reads',
  'extensions',
  'guards',
  'hosts',
  'middleware',
  'hooks',
  'jobs',
  'slots',
  'providers',
  'menu',
  'theme',
  'packages',
  'settings',
  'secrets',
] as const;

/** Footprint of a plugin and findings in its code. */
export interface Known {
  readonly footprint: PrintedFootprint;
  readonly findings: readonly Finding[];
}

/** Additions of an update to the accepted footprint and findings. */
export interface FootprintIncrease {
  /** New facts. Amounts of code are the new totals, and 0 for places where the code did not grow. */
  readonly footprint: PrintedFootprint;
  readonly findings: readonly Finding[];
}

/**
 * Compares a plugin with its accepted version.
 *
 * @returns the additions, or `undefined` if the update adds none
 */
export function footprintIncrease(before: Known, after: Known): FootprintIncrease | undefined {
  const findings = newFindings(before.findings, after.findings);
  if (!hasGrown(before.footprint, after.footprint) && findings.length === 0) return undefined;
  const more = (list: (typeof lists)[number]): string[] =>
    after.footprint[list].filter((fact) => !before.footprint[list].includes(fact));
  const grown = (place: CodePlace): CodeAmount =>
    isMore(before.footprint.code[place], after.footprint.code[place]) ? after.footprint.code[place] : noCode;
  return {
    footprint: {
      files: Math.max(0, after.footprint.files - before.footprint.files),
      code: amountsBy(grown),
      styles: noCode,
      routes: more('routes'),
      models: more('models'),
      reads: more('reads'),
      extensions: more('extensions'),
      guards: more('guards'),
      hosts: more('hosts'),
      middleware: more('middleware'),
      hooks: more('hooks'),
      jobs: more('jobs'),
      slots: more('slots'),
      providers: more('providers'),
      menu: more('menu'),
      theme: more('theme'),
      packages: more('packages'),
      settings: more('settings'),
      secrets: more('secrets'),
    },
    findings,
  };
}

const noCode: CodeAmount = { lines: 0, bytes: 0 };

const isMore = (before: CodeAmount, after: CodeAmount): boolean =>
  after.lines > before.lines || after.bytes > before.bytes;

/** Returns whether an update adds a fact or has more code in any place. */
function hasGrown(before: PrintedFootprint, after: PrintedFootprint): boolean {
  return (
    lists.some((list) => after[list].some((fact) => !before[list].includes(fact))) ||
    codePlaces.some((place) => isMore(before.code[place], after.code[place]))
  );
}
