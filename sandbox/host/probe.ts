/** Tests which layers work on this machine. Each forbidden action is tried with and without its layer. */
import { createServer } from 'node:net';
import { SandboxError } from '../protocol/errors.ts';
import type { SandboxErrorCode } from '../protocol/errors.ts';
import { defaultLimits } from '../protocol/limits.ts';
import { attemptProgram, inheritsFile, namespaceProgram, succeeds } from './escape-probes.ts';
import type { EscapeProbe, Target } from './escape-probes.ts';
import type { RunInput } from './input.ts';
import { sandboxLayers } from './layers.ts';
import type { SandboxLayer } from './layers.ts';
import { locate } from './locate.ts';
import { runPlugin } from './run.ts';
import { workingIsolation } from './start.ts';
import { dataMb, ownLayers } from './isolation.ts';
import { nodeFlags } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

/** Result for one layer. */
export interface LayerProbe {
  readonly layer: SandboxLayer;
  /** Whether the layer blocks an action that works without the layer, while a harmless program still runs. */
  readonly live: boolean;
  /** Whether this platform can have the layer, if the required software is installed. */
  readonly possible: boolean;
}

/** Sandbox probe results. */
export interface SandboxProbe {
  /** Present if plugins cannot run on this machine. */
  readonly failure?: { readonly code: SandboxErrorCode; readonly message: string };
  /** The isolation tools in use, e.g. `prlimit + bwrap`, or `none`. */
  readonly wall: string;
  /** All layers in the order of `sandboxLayers`. */
  readonly layers: readonly LayerProbe[];
}

/** Tests all layers. Leaves no files or processes. */
export async function probeSandbox(): Promise<SandboxProbe> {
  try {
    await runPlugin(pluginOf(''));
    const live = await liveLayers();
    return { wall: workingIsolation().name, layers: probed(live) };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message } = error;
    return { failure: { code, message }, wall: 'none', layers: probed(new Set()) };
  }
}

/** Without Linux, only Node's own layers are possible. */
function probed(live: ReadonlySet<SandboxLayer>): readonly LayerProbe[] {
  const possible = process.platform === 'linux' ? sandboxLayers : ownLayers();
  return sandboxLayers.map((layer) => ({ layer, live: live.has(layer), possible: possible.includes(layer) }));
}

/** Layers with the probe that tests them, and their implementation. */
const guarded: readonly (readonly [SandboxLayer, EscapeProbe, 'flags' | 'isolation'])[] = [
  ['permissions', 'leaveNode', 'flags'],
  ['jitless', 'compile', 'flags'],
  ['limits', 'allocate', 'isolation'],
  ['no-network', 'connect', 'isolation'],
  // Node's permission model also covers the network in newer versions.
  ['no-network', 'connect', 'flags'],
  ['hidden-files', 'openFile', 'isolation'],
  ['hidden-paths', 'readMounts', 'isolation'],
];

async function liveLayers(): Promise<ReadonlySet<SandboxLayer>> {
  const listener = createServer((socket) => socket.destroy());
  try {
    const target: Target = {
      file: locate().worker,
      port: await listen(listener),
      bytes: (dataMb(defaultLimits) + 64) * 1024 * 1024,
    };
    // The compiler reserves more memory than a worker may use, so programs with JIT cannot start with limits.
    const plain = { flags: [], isolation: ['--jitless'] };
    const behind = {
      flags: (attempt: EscapeProbe) => attemptProgram(attempt, { target, flags: nodeFlags }),
      isolation: (attempt: EscapeProbe) => isolated(attemptProgram(attempt, { target, flags: plain.isolation })),
    };
    const holds = await Promise.all([
      isIsolated().then((yes): SandboxLayer[] => (yes ? ['isolate'] : [])),
      isKillable().then((yes): SandboxLayer[] => (yes ? ['process'] : [])),
      refusesNamespaces().then((yes): SandboxLayer[] => (yes ? ['no-namespaces'] : [])),
      closesDescriptors(target.file).then((yes): SandboxLayer[] => (yes ? ['no-descriptors'] : [])),
      ...guarded.map(async ([layer, attempt, by]): Promise<SandboxLayer[]> => {
        const free = attemptProgram(attempt, { target, flags: plain[by] });
        const works = await Promise.all([
          succeeds(free),
          succeeds(behind[by]('nothing')),
          succeeds(behind[by](attempt)),
        ]);
        return works.join() === 'true,true,false' ? [layer] : [];
      }),
    ]);
    return new Set(holds.flat());
  } finally {
    listener.close();
  }
}

function listen(listener: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

async function isIsolated(): Promise<boolean> {
  const source = `console.log([typeof process, typeof require, typeof fetch, new Function('return typeof process')()].join());`;
  const { log } = await runPlugin(pluginOf(source));
  return log[0]?.text === 'undefined,undefined,undefined,undefined';
}

/** Returns whether an endless plugin is ended while this process continues. */
async function isKillable(): Promise<boolean> {
  try {
    await runPlugin(pluginOf('for (;;);'), { limits: { wallMs: 100 } });
    return false;
  } catch (error) {
    return error instanceof SandboxError && error.code === 'SANDBOX_TIMEOUT';
  }
}

async function refusesNamespaces(): Promise<boolean> {
  const [start, create] = [namespaceProgram('nothing'), namespaceProgram('create')];
  if (start === undefined || create === undefined) return false;
  const works = await Promise.all([succeeds(create), succeeds(isolated(start)), succeeds(isolated(create))]);
  return works.join() === 'true,true,false';
}

function isolated(program: WorkerProgram): WorkerProgram {
  return workingIsolation().around(program, defaultLimits);
}

/** Other platforms than Linux pass on only the listed descriptors, so the attempt also fails without the layer. */
async function closesDescriptors(file: string): Promise<boolean> {
  const [free, guarded] = await Promise.all([
    inheritsFile(file, { isGuarded: false }),
    inheritsFile(file, { isGuarded: true }),
  ]);
  return !guarded && (free || process.platform !== 'linux');
}

function pluginOf(body: string): RunInput {
  const source = `export default function generate() { ${body} }\n`;
  return {
    plugin: { name: 'probe', version: '0.0.0', frameworks: ['express'] },
    files: new Map([['generator.js', new TextEncoder().encode(source)]]),
    context: { framework: 'express', database: 'file', settings: {} },
    project: { name: 'probe' },
  };
}
