import { Range, intersects, subset } from 'semver';
import type { DatabaseKind } from '../config/config.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';

/** npm package name → version range. */
export type Ranges = Readonly<Record<string, string>>;

/** Node versions a generated project runs on. */
export const nodeRange = '^20.19.0 || >=22.12.0';

/** pg-boss needs a newer Node. */
export const jobsNodeRange = '>=22.12.0';

/** Packages that the built server imports: the production dependencies of every project. */
export const runtimePins: Ranges = {
  compression: '^1.8.2',
  'csv-stringify': '^6.9.0',
  express: '^5.3.0',
  'express-rate-limit': '^8.7.0',
  helmet: '^8.3.0',
  pino: '^10.4.0',
  zod: '^4.6.7',
};

/**
 * Packages that build and test a project. The client's packages are here because `vite build` bundles them.
 *
 * oxlint, oxfmt and Tailwind are exact because later releases lack platform packages on some registries: `npm ci` then fails.
 * Also, another version of the formatter would reformat the project.
 */
export const developmentPins: Ranges = {
  '@base-ui/react': '^1.9.0',
  '@faker-js/faker': '^10.6.0',
  '@fluent/bundle': '^0.19.1',
  '@hookform/resolvers': '^7.0.7',
  '@seriousme/openapi-schema-validator': '^2.11.0',
  '@tailwindcss/vite': '4.3.3',
  '@tanstack/react-query': '^5.108.0',
  '@tanstack/react-table': '^9.3.1',
  '@testing-library/dom': '^10.4.2',
  '@testing-library/react': '^16.3.3',
  '@types/compression': '^1.8.1',
  '@types/express': '^5.0.6',
  '@types/node': '^20.19.0',
  '@types/papaparse': '^5.5.2',
  '@types/react': '^19.3.0',
  '@types/react-dom': '^19.3.0',
  '@vitejs/plugin-react': '^6.3.0',
  'class-variance-authority': '^0.7.1',
  clsx: '^2.1.1',
  'happy-dom': '^21.0.4',
  oxfmt: '0.75.0',
  oxlint: '1.89.0',
  papaparse: '^5.7.1',
  react: '^19.3.1',
  'react-dom': '^19.3.1',
  'react-hook-form': '^7.92.0',
  'react-router': '^7.18.5',
  'tailwind-merge': '^3.7.0',
  tailwindcss: '4.3.3',
  typescript: '7.0.2',
  vite: '^8.3.8',
  vitest: '^4.1.12',
};

/**
 * The database driver that the built server and the migration script import, by kind. MongoDB needs Prisma 6, whose client contains the driver.
 * All packages of Prisma are exact because they must be one release.
 */
export const driverPins: Readonly<Record<DatabaseKind, Ranges>> = {
  file: { '@libsql/client': '0.17.4', '@prisma/adapter-libsql': '7.10.0' },
  relational: { '@prisma/adapter-pg': '7.10.0', pg: '^8.23.1' },
  document: { '@prisma/client': '6.19.3' },
};

/** The queue or the scheduler of background jobs, by kind. Only in projects with jobs. */
const jobPins: Readonly<Record<DatabaseKind, Ranges>> = {
  file: { croner: '^11.0.1' },
  relational: { 'pg-boss': '^12.38.0' },
  document: { croner: '^11.0.1' },
};

/** The release of Prisma's command line that works on the files of a project, by kind. */
export const prismaRelease: Readonly<Record<DatabaseKind, string>> = {
  file: '7.10.0',
  relational: '7.10.0',
  document: '6.19.3',
};

/** Prisma 7 for development. The client is here because the server build bundles it. */
const generatorPins: Ranges = {
  '@prisma/client': '7.10.0',
  '@prisma/client-generator-ts': '7.10.0',
  '@prisma/internals': '7.10.0',
};

/**
 * Packages of Prisma for development, by kind. Projects with Prisma 7 get the generator of the client and not the command
 * line, which takes 300 MB: Studio, a local PostgreSQL and drivers of other databases.
 */
export const prismaPins: Readonly<Record<DatabaseKind, Ranges>> = {
  file: generatorPins,
  relational: generatorPins,
  document: { prisma: prismaRelease.document },
};

/** A package of Prisma that every project has: a small replacement for packages that are never loaded. */
const unused = 'npm:@prisma/debug@7.10.0';

/**
 * npm `overrides`: packages that the generator's packages depend on and never load when they generate, 50 MB together. Other
 * package managers ignore the entry and install the packages. Prisma's command line, if it is added, is not affected.
 */
const generatorOverrides = {
  '@prisma/client-common': { '@prisma/client-engine-runtime': unused },
  '@prisma/internals': { '@prisma/config': unused, '@prisma/schema-engine-wasm': unused },
};

/** One release of Lightning CSS, 10 MB, for Tailwind and Vite: the release that later releases of Tailwind use. */
const cssOverrides = { '@tailwindcss/node': { lightningcss: '^1.33.0' } };

/** The entry `overrides` of a package.json, by kind. */
export const overridesOf = {
  file: { ...generatorOverrides, ...cssOverrides },
  relational: { ...generatorOverrides, ...cssOverrides },
  document: cssOverrides,
} as const satisfies Readonly<Record<DatabaseKind, object>>;

interface Wish {
  readonly owner: string;
  readonly range: string;
}

/**
 * Returns the `dependencies` and `devDependencies` of a project, sorted by name: the pins of the core and the packages of
 * plugins. If several ask for one package, the narrower range is written, as the plugin contract says. Types are always
 * development dependencies. Other packages of plugins are always production dependencies, because the server may import them.
 *
 * @throws GenlockError `RENDER_DEPENDENCY_CLASH` where two ranges have no version in common; names both owners.
 */
export function mergeDependencies(
  database: DatabaseKind,
  contributions: readonly Pick<Contribution, 'manifest'>[],
  { withJobs = false }: { readonly withJobs?: boolean } = {},
): { readonly dependencies: Ranges; readonly devDependencies: Ranges } {
  const wishes = new Map<string, Wish>();
  const runtime = new Set<string>();
  const ask = (ranges: Ranges, { owner, development = false }: { owner: string; development?: boolean }) => {
    for (const [name, range] of Object.entries(ranges)) {
      const earlier = wishes.get(name);
      wishes.set(name, earlier === undefined ? { owner, range } : narrower(name, [earlier, { owner, range }]));
      if (!development && !name.startsWith('@types/')) runtime.add(name);
    }
  };
  ask({ ...developmentPins, ...prismaPins[database] }, { owner: 'core', development: true });
  ask({ ...runtimePins, ...driverPins[database] }, { owner: 'core' });
  if (withJobs) ask(jobPins[database], { owner: 'core' });
  for (const { manifest } of contributions) ask(manifest.dependencies, { owner: manifest.name });

  const sorted = [...wishes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const pick = (wanted: boolean) =>
    Object.fromEntries(
      sorted.filter(([name]) => runtime.has(name) === wanted).map(([name, { range }]) => [name, range]),
    );
  return { dependencies: pick(true), devDependencies: pick(false) };
}

function narrower(name: string, [one, other]: readonly [Wish, Wish]): Wish {
  if (!intersects(one.range, other.range)) {
    throw new GenlockError({
      code: 'RENDER_DEPENDENCY_CLASH',
      message: `${one.owner} needs ${name} ${one.range} and ${other.owner} needs ${name} ${other.range}`,
    });
  }
  if (subset(one.range, other.range)) return one;
  if (subset(other.range, one.range)) return other;
  return { owner: `${one.owner} with ${other.owner}`, range: intersection(one.range, other.range) };
}

/** Combines ranges that overlap without one containing the other: every pair of alternatives with a common version. */
function intersection(one: string, other: string): string {
  return alternatives(one)
    .flatMap((left) => alternatives(other).map((right) => [left, right] as const))
    .filter(([left, right]) => intersects(left, right))
    .map((pair) => pair.join(' '))
    .join(' || ');
}

function alternatives(range: string): string[] {
  return range.split('||').map((part) => new Range(part).range);
}
