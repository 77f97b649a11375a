/** Operating system isolation: wraps a worker in tools that restrict its rights. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Limits } from '../protocol/limits.ts';
import { sandboxLayers } from './layers.ts';
import type { SandboxLayer } from './layers.ts';
import type { WorkerProgram } from './worker-process.ts';

/** A way to start a program, with the resulting layers. */
export interface Isolation {
  /** The tools in use, e.g. `prlimit + bwrap`; `none` for the bare process. */
  readonly name: string;
  readonly layers: readonly SandboxLayer[];
  /** Wraps a program in this isolation. */
  around(program: WorkerProgram, limits: Limits): WorkerProgram;
}

interface Tool {
  readonly name: 'prlimit' | 'unshare' | 'bwrap' | 'older bwrap';
  /** Program of the tool. */
  readonly file: 'prlimit' | 'unshare' | 'bwrap';
  readonly layers: readonly SandboxLayer[];
  readonly wrap: (program: WorkerProgram, limits: Limits) => readonly string[];
}

/** The caller's PATH is not used, because a project could add its own program with the same name. */
const toolFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

const tools: readonly Tool[] = [
  {
    name: 'prlimit',
    file: 'prlimit',
    layers: ['limits'],
    wrap: (program, limits) => [...resourceLimits(limits), ...command(program)],
  },
  {
    name: 'bwrap',
    file: 'bwrap',
    layers: ['no-network', 'hidden-files', 'hidden-paths', 'no-namespaces'],
    wrap: (program) => ['--unshare-user', '--disable-userns', ...bwrapArguments(program)],
  },
  {
    // Before version 0.8, or installed with setuid: has no --disable-userns.
    name: 'older bwrap',
    file: 'bwrap',
    layers: ['no-network', 'hidden-files', 'hidden-paths'],
    wrap: bwrapArguments,
  },
  {
    name: 'unshare',
    file: 'unshare',
    layers: ['no-network'],
    wrap: (program) => ['--user', '--net', '--ipc', '--uts', ...command(program)],
  },
];

/** Tool combinations, strongest first. An installed tool may still fail here. The last combination always works. */
const combinations: readonly (readonly Tool['name'][])[] = [
  ['prlimit', 'bwrap'],
  ['prlimit', 'older bwrap'],
  ['prlimit', 'unshare'],
  ['bwrap'],
  ['older bwrap'],
  ['unshare'],
  ['prlimit'],
  [],
];

let found: readonly Isolation[] | undefined;

/** Returns the isolations with installed tools, strongest first. Only a start shows which of them work. */
export function availableIsolations(): readonly Isolation[] {
  found ??= combinations.flatMap((names) => {
    const used = tools.filter(({ name }) => names.includes(name)).flatMap(installed);
    return used.length === names.length ? [isolationOf(used)] : [];
  });
  return found;
}

/** Tool with the absolute path of its program. */
interface InstalledTool extends Tool {
  readonly path: string;
}

function installed(tool: Tool): readonly InstalledTool[] {
  const path = findTool(tool.file);
  return path === undefined ? [] : [{ ...tool, path }];
}

function isolationOf(used: readonly InstalledTool[]): Isolation {
  const layers = new Set([...ownLayers(), ...used.flatMap((tool) => tool.layers)]);
  return {
    name: used.map(({ name }) => name).join(' + ') || 'none',
    layers: sandboxLayers.filter((layer) => layers.has(layer)),
    around: (program, limits) =>
      used.reduceRight<WorkerProgram>((inner, { path, wrap }) => ({ file: path, args: wrap(inner, limits) }), program),
  };
}

/**
 * Returns the layers that Node provides on all platforms. Node's permission model also covers the network in Node 25
 * and later.
 */
export function ownLayers(): readonly SandboxLayer[] {
  const everywhere: readonly SandboxLayer[] = ['isolate', 'process', 'permissions', 'jitless', 'no-descriptors'];
  return process.allowedNodeEnvironmentFlags.has('--allow-net') ? [...everywhere, 'no-network'] : everywhere;
}

/** Finds a tool; `undefined` if it is not installed, or not on this platform. */
export function findTool(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return toolFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function command({ file, args }: WorkerProgram): readonly string[] {
  return [file, ...args];
}

/**
 * Returns the arguments for `prlimit`. The memory limit counts all writable memory, so it is higher than the worker's
 * own limit. The time limit counts all threads from the start. The number of processes is not limited, because Node
 * hangs at this limit.
 */
function resourceLimits(limits: Limits): readonly string[] {
  const data = dataMb(limits) * 1024 * 1024;
  const cpu = 2 * Math.ceil(limits.cpuMs / 1000) + 10;
  return [`--data=${data}`, `--cpu=${cpu}`, '--nofile=64', '--fsize=0', '--core=0'];
}

/** Returns the kernel's limit for writable memory, in MiB. */
export function dataMb({ processMemoryMb }: Limits): number {
  return processMemoryMb + 160;
}

function bwrapArguments(program: WorkerProgram): readonly string[] {
  return [...namespaces, ...mounts(program), ...insideCommand(program)];
}

/**
 * Arguments for `bwrap`: separate namespaces, another host name, end with the parent, no capabilities, and an environment
 * with only the time zone. The worker already has its own session. Another session would remove it from the process
 * group that is killed.
 */
const namespaces = '--unshare-all --hostname genlock --die-with-parent --cap-drop ALL --clearenv --setenv TZ UTC'.split(
  ' ',
);

/**
 * Mounts an empty read-only root with the program, its files and its linked libraries. There is no `/proc`, because
 * `/proc/self/mountinfo` contains the paths of these files on this machine.
 */
function mounts({ file, reads = [] }: WorkerProgram): readonly string[] {
  const own = [file, ...reads].flatMap((path) => ['--ro-bind', path, inside(path)]);
  const libraries = sharedLibraries().flatMap((path) => ['--ro-bind-try', path, path]);
  return [...own, ...libraries, '--remount-ro', '/', '--chdir', '/'];
}

function insideCommand({ file, args, reads = [] }: WorkerProgram): readonly string[] {
  return [inside(file), ...args.map((arg) => (reads.includes(arg) ? inside(arg) : arg))];
}

/**
 * Returns the path inside the sandbox. The name differs from the host path, to hide the machine's folders from the
 * worker.
 */
function inside(path: string): string {
  return `/genlock/${basename(path)}`;
}

/** Lists the worker's libraries: the linked libraries of this Node process and two libraries for addons. */
function sharedLibraries(): readonly string[] {
  const linked = linkedLibraries();
  const libc = linked.find((path) => /\/(?:libc\.so|ld-musl)/.test(path)) ?? '/usr/lib/libc.so';
  const forAddons = ['libstdc++.so.6', 'libgcc_s.so.1'].map((name) => join(dirname(libc), name));
  return [...new Set([...linked, ...forAddons])];
}

function linkedLibraries(): readonly string[] {
  // Excludes the network section, which would resolve host names. Node's types omit both properties.
  const report: object = process.report;
  const excluded: unknown = Reflect.get(report, 'excludeNetwork');
  Reflect.set(report, 'excludeNetwork', true);
  const shared: unknown = Reflect.get(process.report.getReport(), 'sharedObjects');
  Reflect.set(report, 'excludeNetwork', excluded);
  if (!Array.isArray(shared)) return [];
  return shared.filter((path) => typeof path === 'string' && /^\/.*\.so(?:\.\d+)*$/.test(path));
}
