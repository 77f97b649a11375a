/** The operating system's walls around a worker: programs that start it with less than this process has. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Limits } from '../protocol/limits.ts';
import { sandboxLayers } from './layers.ts';
import type { SandboxLayer } from './layers.ts';
import type { WorkerProgram } from './worker-process.ts';

/** One way to start a program, and the layers that hold once it runs. */
export interface Isolation {
  /** The tools it uses, e.g. `prlimit + bwrap`; `none` for the bare process. */
  readonly name: string;
  readonly layers: readonly SandboxLayer[];
  /** The same program behind this wall. */
  around(program: WorkerProgram, limits: Limits): WorkerProgram;
}

interface Tool {
  readonly name: 'prlimit' | 'unshare' | 'bwrap';
  readonly layers: readonly SandboxLayer[];
  wrap(program: WorkerProgram, limits: Limits): readonly string[];
}

/** Not the caller's PATH: a project could have put a program of that name there. */
const toolFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

const tools: readonly Tool[] = [
  { name: 'prlimit', layers: ['limits'], wrap: (program, limits) => [...resourceLimits(limits), ...command(program)] },
  {
    name: 'bwrap',
    layers: ['no-network', 'hidden-files'],
    wrap: (program) => [...namespaces, ...mounts(program), ...insideCommand(program)],
  },
  {
    name: 'unshare',
    layers: ['no-network'],
    wrap: (program) => ['--user', '--net', '--ipc', '--uts', ...command(program)],
  },
];

/** Strongest first; that a tool is installed doesn't mean it works here. The last one always does. */
const combinations: readonly (readonly Tool['name'][])[] = [
  ['prlimit', 'bwrap'],
  ['prlimit', 'unshare'],
  ['bwrap'],
  ['unshare'],
  ['prlimit'],
  [],
];

let found: readonly Isolation[] | undefined;

/** The walls whose tools this machine has, strongest first; only a start shows which of them work. */
export function availableIsolations(): readonly Isolation[] {
  found ??= combinations.flatMap((names) => {
    const paths = new Map(names.map((name) => [name, findTool(name)]));
    return [...paths.values()].includes(undefined) ? [] : [wallOf(names, paths)];
  });
  return found;
}

function wallOf(names: readonly Tool['name'][], paths: ReadonlyMap<string, string | undefined>): Isolation {
  const used = tools.filter(({ name }) => names.includes(name));
  const layers = new Set([...ownLayers(), ...used.flatMap((tool) => tool.layers)]);
  return {
    name: names.join(' + ') || 'none',
    layers: sandboxLayers.filter((layer) => layers.has(layer)),
    around: (program, limits) =>
      used.reduceRight<WorkerProgram>(
        (inner, tool) => ({ file: paths.get(tool.name) ?? tool.name, args: tool.wrap(inner, limits) }),
        program,
      ),
  };
}

/** What Node itself gives, everywhere. From Node 25 on, its permission model covers the network too. */
function ownLayers(): readonly SandboxLayer[] {
  const everywhere: readonly SandboxLayer[] = ['isolate', 'process', 'permissions', 'jitless'];
  return process.allowedNodeEnvironmentFlags.has('--allow-net') ? [...everywhere, 'no-network'] : everywhere;
}

function findTool(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return toolFolders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function command({ file, args }: WorkerProgram): readonly string[] {
  return [file, ...args];
}

/**
 * Memory counts what can be written, mapped or not, so it lies above what the worker watches over itself. Time counts
 * on all threads together and from the start. Not the number of processes: Node hangs where that is reached.
 */
function resourceLimits(limits: Limits): readonly string[] {
  const data = dataMb(limits) * 1024 * 1024;
  const cpu = 2 * Math.ceil(limits.cpuMs / 1000) + 10;
  return [`--data=${data}`, `--cpu=${cpu}`, '--nofile=64', '--fsize=0', '--core=0'];
}

/** What the kernel lets the worker's process write to, in MiB. */
export function dataMb({ processMemoryMb }: Limits): number {
  return processMemoryMb + 160;
}

/**
 * Everything its own, dies with this process, no capabilities, and an environment that is empty but for the zone. Its
 * session is new already, as every worker's is; another one would take it out of the group that is killed.
 */
const namespaces = '--unshare-all --die-with-parent --cap-drop ALL --clearenv --setenv TZ UTC'.split(' ');

/** An empty read-only root with the program, what it names, and the libraries it is linked to. */
function mounts({ file, reads = [] }: WorkerProgram): readonly string[] {
  const own = [file, ...reads].flatMap((path) => ['--ro-bind', path, inside(path)]);
  const libraries = sharedLibraries().flatMap((path) => ['--ro-bind-try', path, path]);
  return [...own, ...libraries, '--proc', '/proc', '--remount-ro', '/', '--chdir', '/'];
}

function insideCommand({ file, args, reads = [] }: WorkerProgram): readonly string[] {
  return [inside(file), ...args.map((arg) => (reads.includes(arg) ? inside(arg) : arg))];
}

/** Under another name, so that the worker doesn't learn where things lie on this machine. */
function inside(path: string): string {
  return `/genlock/${basename(path)}`;
}

/** The worker is this same Node: what this process is linked to, and the two libraries every addon is. */
function sharedLibraries(): readonly string[] {
  const linked = linkedLibraries();
  const libc = linked.find((path) => /\/(?:libc\.so|ld-musl)/.test(path)) ?? '/usr/lib/libc.so';
  const forAddons = ['libstdc++.so.6', 'libgcc_s.so.1'].map((name) => join(dirname(libc), name));
  return [...new Set([...linked, ...forAddons])];
}

function linkedLibraries(): readonly string[] {
  // Without the network, or it looks up the names of addresses. Node's types know neither property.
  const report: object = process.report;
  const excluded: unknown = Reflect.get(report, 'excludeNetwork');
  Reflect.set(report, 'excludeNetwork', true);
  const shared: unknown = Reflect.get(process.report.getReport(), 'sharedObjects');
  Reflect.set(report, 'excludeNetwork', excluded);
  if (!Array.isArray(shared)) return [];
  return shared.filter((path) => typeof path === 'string' && /^\/.*\.so(?:\.\d+)*$/.test(path));
}
