import { newFindings, type Finding } from './findings.ts';
import type { Footprint } from './footprint.ts';

/** Footprint in its lockfile form, one string per fact. */
export interface PrintedFootprint {
  files: number;
  lines: { server: number; browser: number; tests: number; elsewhere: number };
  /** `GET,POST /api/notes public` */
  routes: string[];
  models: string[];
  providers: string[];
  packages: string[];
  settings: string[];
  secrets: string[];
}

/** Converts a footprint to strings. */
export function printFootprint(footprint: Footprint): PrintedFootprint {
  return {
    files: footprint.files,
    lines: { ...footprint.lines },
    routes: footprint.routes.map(({ path, methods, access }) => `${methods.join(',')} ${path} ${access}`),
    models: [...footprint.models],
    providers: [...footprint.providers],
    packages: [...footprint.packages],
    settings: [...footprint.settings],
    secrets: [...footprint.secrets],
  };
}

const lists = ['routes', 'models', 'providers', 'packages', 'settings', 'secrets'] as const;
const places = ['server', 'browser', 'tests', 'elsewhere'] as const;

/** Footprint of a plugin and findings in its code. */
export interface Known {
  readonly footprint: PrintedFootprint;
  readonly findings: readonly Finding[];
}

/** Additions of an update to the accepted footprint and findings. */
export interface FootprintIncrease {
  /** New facts. Line counts are the new totals, and 0 for code locations that did not grow. */
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
  const linesIn = (place: (typeof places)[number]): number =>
    after.footprint.lines[place] > before.footprint.lines[place] ? after.footprint.lines[place] : 0;
  return {
    footprint: {
      files: Math.max(0, after.footprint.files - before.footprint.files),
      lines: {
        server: linesIn('server'),
        browser: linesIn('browser'),
        tests: linesIn('tests'),
        elsewhere: linesIn('elsewhere'),
      },
      routes: more('routes'),
      models: more('models'),
      providers: more('providers'),
      packages: more('packages'),
      settings: more('settings'),
      secrets: more('secrets'),
    },
    findings,
  };
}

/** Returns whether an update adds a fact or has more lines in any code location. */
function hasGrown(before: PrintedFootprint, after: PrintedFootprint): boolean {
  return (
    lists.some((list) => after[list].some((fact) => !before[list].includes(fact))) ||
    places.some((place) => after.lines[place] > before.lines[place])
  );
}
