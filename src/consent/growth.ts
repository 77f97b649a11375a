import type { Footprint } from './footprint.ts';

/** A footprint as the lockfile holds it: one fact a line. */
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

/** Every fact of a footprint as text. */
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

/** Whether an update asks for more than was agreed to: a fact that wasn't there, or more lines of code anywhere. */
export function hasGrown(before: PrintedFootprint, after: PrintedFootprint): boolean {
  return (
    lists.some((list) => after[list].some((fact) => !before[list].includes(fact))) ||
    places.some((place) => after.lines[place] > before.lines[place])
  );
}
