import { join } from 'node:path';
import { compare, gt, parse } from 'semver';
import type { DatabaseKind } from '../config/config.ts';
import { decodeUtf8 } from '../core/utf8.ts';
import { databaseProducts, migratedKinds } from '../config/database-urls.ts';
import { throwProblems, type Problem } from '../errors/error.ts';
import { dataStatements, type MigratedKind } from './data-statements.ts';
import type { PackageFiles } from './package-files.ts';
import type { Manifest } from './plugin.ts';

/** Folder of a package with the data migrations, by version. */
const dataMigrationsFolder = 'migrations';

const mostVersions = 200;
const largestScript = 64 * 1024;

const scriptNames: Readonly<Record<string, MigratedKind>> = {
  'sqlite.sql': migratedKinds.sqlite,
  'postgresql.sql': migratedKinds.postgresql,
};

/** SQL that changes the rows of a project to the form of one version of a plugin. */
export interface DataMigration {
  readonly version: string;
  /** The script for each database kind that has migrations and that the plugin supports. */
  readonly scripts: Readonly<Partial<Record<DatabaseKind, string>>>;
}

/** Returns the path of a script in a package. */
export function scriptPath(version: string, kind: MigratedKind): string {
  const [name] = Object.entries(scriptNames).find(([, of]) => of === kind) ?? [''];
  return `${dataMigrationsFolder}/${version}/${name}`;
}

/** Returns the path of a data migration in a project. */
export function dataMigrationPath(plugin: string, version: string): string {
  return `prisma/data-migrations/${plugin}/${version}.sql`;
}

/**
 * Reads and checks the data migrations of a package: `migrations/1.2.0/sqlite.sql` and `migrations/1.2.0/postgresql.sql`.
 *
 * @returns oldest version first
 * @throws GenlockError PLUGIN_MIGRATION_INVALID with every problem
 */
export function dataMigrations(
  files: PackageFiles,
  { manifest, place }: { readonly manifest: Manifest; readonly place: string },
): readonly DataMigration[] {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${dataMigrationsFolder}/`));
  const found = new Map<string, Partial<Record<DatabaseKind, string>>>();
  const problems: Problem[] = [];
  const report = (path: string, message: string): void => {
    problems.push({ code: 'PLUGIN_MIGRATION_INVALID', message, where: { file: join(place, path) } });
  };
  for (const path of paths) {
    const [, version = '', name = '', ...rest] = path.split('/');
    const kind = Object.hasOwn(scriptNames, name) ? scriptNames[name] : undefined;
    if (kind === undefined || rest.length > 0) {
      report(path, `${path} is not the script of a data migration${documentReason(name)}`);
      continue;
    }
    const script = scriptOf(files.get(path));
    const problem = versionProblem(version, manifest) ?? scriptProblem(script, kind);
    if (problem !== undefined) report(path, `${path} cannot be used: ${problem}`);
    found.set(version, { ...found.get(version), [kind]: script ?? '' });
  }
  if (found.size > mostVersions) report(dataMigrationsFolder, `it has more than ${mostVersions} data migrations`);
  for (const [version, scripts] of found) {
    for (const path of missingScripts(version, scripts, manifest)) report(path, `the script ${path} is missing`);
  }
  throwProblems(problems);
  return [...found]
    .map(([version, scripts]) => ({ version, scripts }))
    .toSorted((one, other) => compare(one.version, other.version));
}

/** Explains the scripts for MongoDB that an author could expect. */
function documentReason(name: string): string {
  if (!/mongo/iu.test(name)) return '';
  return `: ${databaseProducts.document} has no migrations, so data migrations for it are not supported`;
}

function versionProblem(version: string, { version: newest }: Manifest): string | undefined {
  const parsed = parse(version);
  if (parsed === null || parsed.version !== version || parsed.build.length > 0) {
    return `${JSON.stringify(version)} is not an exact version`;
  }
  return gt(version, newest) ? `${version} is higher than the version ${newest} of the plugin` : undefined;
}

function scriptOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined || bytes.length > largestScript ? undefined : decodeUtf8(bytes);
}

function scriptProblem(script: string | undefined, kind: MigratedKind): string | undefined {
  if (script === undefined) return `it is not UTF-8 text of at most ${largestScript} bytes`;
  const read = dataStatements(script, kind);
  return typeof read === 'string' ? read : undefined;
}

function missingScripts(
  version: string,
  scripts: DataMigration['scripts'],
  { databases }: Manifest,
): readonly string[] {
  return Object.entries(scriptNames)
    .filter(([, kind]) => databases.includes(kind) && scripts[kind] === undefined)
    .map(([name]) => `${dataMigrationsFolder}/${version}/${name}`);
}
