import semver from 'semver';
import * as z from 'zod';
import { throwProblems, type Problem } from '../errors/error.ts';
import { packageDocument, type ReadPackage } from './package-json.ts';

const installScripts = ['preinstall', 'install', 'postinstall'];
const dependencyKinds = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const longestRange = 256;
/** Limit of reported problems. The position of each problem is searched in the whole file. */
const mostProblems = 100;

/** Key of package.json and its problem. */
type Fault = readonly [key: readonly string[], message: string];

/**
 * Refuses a package.json that makes npm do more than unpack the archive: run scripts, install programs, or download
 * packages from outside a registry. Genlock ignores such keys, but users can pass the archive to npm.
 *
 * @throws GenlockError PLUGIN_PACKAGE_REFUSED with every key; PLUGIN_PACKAGE_INVALID if it can't be read
 */
export function requireInert(read: ReadPackage): void {
  const document = packageDocument(read);
  if (document === undefined) return;
  const value = fieldsOf(document.value);
  const faults = [...scriptFaults(value), ...programFaults(value), ...dependencyFaults(value)];
  throwProblems(
    faults.slice(0, mostProblems).map(([key, message]): Problem => ({
      code: 'PLUGIN_PACKAGE_REFUSED',
      message: `the plugin was refused: ${message}`,
      where: document.locate(key),
    })),
  );
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsSchema = z.record(z.string(), z.unknown()).catch({});

/** Returns the properties of an object; empty for other values. */
function fieldsOf(value: unknown): Fields {
  return fieldsSchema.parse(value);
}

function scriptFaults({ scripts }: Fields): readonly Fault[] {
  return installScripts
    .filter((name) => Object.hasOwn(fieldsOf(scripts), name))
    .map((name) => [['scripts', name], `npm would run the script ${name} during installation`]);
}

function programFaults({ bin, directories }: Fields): readonly Fault[] {
  const message = 'a plugin must not install programs';
  const inFolder = fieldsOf(directories)['bin'];
  return [
    ...(typeof bin === 'string' || Object.keys(fieldsOf(bin)).length > 0 ? [[['bin'], message] as const] : []),
    ...(inFolder === undefined ? [] : [[['directories', 'bin'], message] as const]),
  ];
}

function dependencyFaults(value: Fields): readonly Fault[] {
  return dependencyKinds.flatMap((kind) =>
    Object.entries(fieldsOf(value[kind]))
      .filter(([, range]) => !isRange(range))
      .map(([name]): Fault => [[kind, name], `the version range of ${JSON.stringify(name)} is invalid`]),
  );
}

function isRange(range: unknown): boolean {
  return typeof range === 'string' && range.length <= longestRange && semver.validRange(range) !== null;
}
