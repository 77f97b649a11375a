import { realpathSync, readFileSync } from 'node:fs';
import { posix, win32, type PlatformPath } from 'node:path';
import { commandWord } from '../core/command-word.ts';
import { ownPackage } from '../core/own-package.ts';

/** The facts that show how this run of Genlock was started. The functions read the file system. */
export interface Surroundings {
  /** The script Node runs, as `process.argv[1]` names it. */
  readonly script: string | undefined;
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Genlock itself; `root` is a real path. */
  readonly package: { readonly root: string; readonly version: string };
  /** The real path of a file; `undefined` if it does not exist. */
  readonly realPath: (path: string) => string | undefined;
  /** The parsed content of a JSON file; `undefined` if it cannot be read. */
  readonly readJson: (path: string) => unknown;
}

/** {@link Surroundings} and facts derived from them. */
interface Start extends Surroundings {
  readonly path: PlatformPath;
  /** The absolute folders of the PATH, without the folders npm adds for a script. */
  readonly searched: readonly string[];
  /** The script that runs, with links resolved. */
  readonly ownScript: string;
}

/**
 * The words that start this same Genlock again, quoted for a shell: `genlock`, `npx …` or `node <path>`.
 *
 * @param folders absolute; the folders in which the command will be pasted
 */
export function invocationOf(surroundings: Surroundings, folders: readonly string[]): string {
  const start = startOf(surroundings);
  return onPath(start) ?? inNpxCache(start) ?? localInstall(start, folders) ?? byPath(start);
}

let computed: { readonly key: string; readonly invocation: string } | undefined;

/** {@link invocationOf} for this process. */
export function invocation(folders: readonly string[]): string {
  const key = folders.join('\n');
  if (computed?.key !== key) computed = { key, invocation: invocationOf(ownSurroundings(), folders) };
  return computed.invocation;
}

function ownSurroundings(): Surroundings {
  return {
    script: process.argv[1],
    execPath: process.execPath,
    env: process.env,
    platform: process.platform,
    package: ownPackage(),
    realPath: (path) => optional(() => realpathSync(path)),
    readJson: (path) => optional((): unknown => JSON.parse(readFileSync(path, 'utf8'))),
  };
}

function optional<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function startOf(surroundings: Surroundings): Start {
  const { script, env, platform, realPath } = surroundings;
  const path = platform === 'win32' ? win32 : posix;
  const bin = path.join(surroundings.package.root, 'bin');
  const real = script === undefined ? undefined : realPath(script);
  const ownScript = real !== undefined && path.dirname(real) === bin ? real : path.join(bin, 'run.js');
  const isOwn = (folder: string): boolean =>
    path.isAbsolute(folder) && !(env['npm_lifecycle_event'] !== undefined && addedByNpm.test(folder));
  const searched = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter(isOwn);
  return { ...surroundings, path, searched, ownScript };
}

const addedByNpm = /[/\\]node_modules[/\\]\.bin[/\\]?$|[/\\]node-gyp-bin[/\\]?$/u;

/** `genlock`, if the PATH leads to this package and the Node it would start can run it. */
function onPath(start: Start): string | undefined {
  const { path, platform, searched, ownScript, script, realPath } = start;
  const name = platform === 'win32' ? 'genlock.cmd' : 'genlock';
  const folder = searched.find((candidate) => realPath(path.join(candidate, name)) !== undefined);
  if (folder === undefined) return undefined;
  const file = path.join(folder, name);
  const isThis =
    platform === 'win32'
      ? realPath(path.join(folder, 'node_modules', 'genlock')) === start.package.root
      : realPath(file) === ownScript;
  return isThis && (script === file || startsThisNode(start, searched)) ? 'genlock' : undefined;
}

/** Whether the first `node` in some folders is the running Node. Another version might be too old. */
function startsThisNode({ path, platform, execPath, realPath }: Start, folders: readonly string[]): boolean {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const [found] = folders.flatMap((folder) => realPath(path.join(folder, name)) ?? []);
  return found !== undefined && found === realPath(execPath);
}

/** `npx …` for a package that npx installed into its cache: the same archive, or the same version of the same registry. */
function inNpxCache(start: Start): string | undefined {
  const { path, readJson, env } = start;
  const { root, version } = start.package;
  const folder = path.dirname(path.dirname(root));
  if (path.basename(path.dirname(folder)) !== '_npx') return undefined;
  const installed = readJson(path.join(folder, 'package.json'));
  const wanted = textAt(installed, 'dependencies', 'genlock');
  if (wanted === undefined) return undefined;
  const registry = env['npm_config_registry'];
  const fromRegistry = !/[:/\\]/u.test(wanted);
  const spec = fromRegistry ? `genlock@${version}` : exactSpec(wanted, { start, folder });
  const asked = listAt(installed, '_npx', 'packages');
  const others = asked.filter((one) => /^node@[\w.^~-]+$/u.test(one));
  const words = [
    // npx prompts again for a package that it installed, unless it was typed with this version of a registry.
    ...(fromRegistry && others.length === 0 && asked.includes(spec) ? [] : ['--yes']),
    ...(fromRegistry && registry !== undefined && isOtherRegistry(registry) ? [`--registry=${registry}`] : []),
    // The package `node` needs its install script, which the .npmrc of a project may turn off.
    ...(others.length === 0 ? [] : ['--ignore-scripts=false']),
    ...others.flatMap((one) => ['-p', one]),
    ...(others.length === 0 && fromRegistry ? [spec] : ['-p', spec, 'genlock']),
  ];
  return ['npx', ...words.map((word) => commandWord(word, start.platform))].join(' ');
}

/** A package that is not of a registry: an archive by its absolute path, anything else at the commit npm resolved. */
function exactSpec(wanted: string, { start, folder }: { start: Start; folder: string }): string {
  const { path, readJson, realPath } = start;
  if (wanted.startsWith('file:')) {
    const file = path.resolve(folder, wanted.slice('file:'.length));
    // Some versions of npm encode the path as in an address.
    return realPath(file) === undefined ? decoded(file) : file;
  }
  const lock = readJson(path.join(folder, 'node_modules', '.package-lock.json'));
  return textAt(lock, 'packages', 'node_modules/genlock', 'resolved') ?? wanted;
}

function decoded(text: string): string {
  return optional(() => decodeURIComponent(text)) ?? text;
}

/** Whether a registry must be named. One with a password in its address is never printed: the user's npm settings name it. */
function isOtherRegistry(registry: string): boolean {
  const url = optional(() => new URL(registry));
  return url !== undefined && url.host !== 'registry.npmjs.org' && url.username === '' && url.password === '';
}

/** `npx genlock`, if npx finds this package from every folder. npx prefers a package in a folder above to any registry. */
function localInstall(start: Start, folders: readonly string[]): string | undefined {
  const { path, platform, searched, realPath } = start;
  const name = platform === 'win32' ? 'genlock.cmd' : 'genlock';
  const finds = (folder: string): boolean => {
    const above = [...foldersAbove(folder, path)];
    const modules = above.map((at) => path.join(at, 'node_modules'));
    const nearest = modules.find((at) => realPath(path.join(at, '.bin', name)) !== undefined);
    if (nearest === undefined || realPath(path.join(nearest, 'genlock')) !== start.package.root) return false;
    return startsThisNode(start, [...modules.map((at) => path.join(at, '.bin')), ...searched]);
  };
  const isRunner = path.basename(start.ownScript) === 'run.js';
  return isRunner && folders.length > 0 && folders.every(finds) ? 'npx genlock' : undefined;
}

function* foldersAbove(folder: string, path: PlatformPath): Iterable<string> {
  yield folder;
  const above = path.dirname(folder);
  if (above !== folder) yield* foldersAbove(above, path);
}

/** Node and the script by their paths, which works in every folder. */
function byPath(start: Start): string {
  const node = startsThisNode(start, start.searched) ? 'node' : commandWord(start.execPath, start.platform);
  return `${node} ${commandWord(start.ownScript, start.platform)}`;
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined,
    value,
  );
}

function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, keys);
  return typeof found === 'string' ? found : undefined;
}

function listAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, keys);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}
