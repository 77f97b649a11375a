import type { SandboxLayer } from '../../sandbox/index.ts';
import { codes } from '../errors/codes.ts';
import type { Problem } from '../errors/error.ts';
import { printable } from '../errors/printable.ts';
import type { DoctorResult } from '../flows/machine/doctor.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { stringWidth, wrap } from './text.ts';

interface Words {
  /** Attack that was tried to test the layer. */
  readonly tried: string;
  /** Software that provides a missing layer; absent if every machine has the layer. */
  readonly remedy?: string;
}

const words: Readonly<Record<SandboxLayer, Words>> = {
  isolate: { tried: 'reaching Node from plugin code' },
  process: { tried: 'running without end' },
  permissions: { tried: 'opening a file, starting a process or a thread' },
  jitless: { tried: 'compiling WebAssembly' },
  limits: { tried: 'allocating more memory than allowed', remedy: 'Linux with util-linux (prlimit)' },
  'no-network': {
    tried: 'connecting to 127.0.0.1',
    remedy: 'Linux with util-linux (unshare) or bubblewrap, and user namespaces allowed; or Node 26',
  },
  'hidden-files': {
    tried: 'opening a file past Node',
    remedy: 'Linux with bubblewrap, and user namespaces allowed',
  },
  'hidden-paths': {
    tried: 'reading where its files are on this machine',
    remedy: 'Linux with bubblewrap, and user namespaces allowed',
  },
  'no-namespaces': {
    tried: 'creating a user namespace',
    remedy: 'Linux with bubblewrap 0.8 or later without setuid, util-linux (unshare), and user namespaces allowed',
  },
  'no-descriptors': { tried: 'reading a file that a shell left open', remedy: 'a mounted /proc on Linux' },
};

/** Shows a table of the sandbox layers and their tests, at most 80 columns wide. */
export function doctorView({ version, node, platform, canRun, sandbox, policy }: DoctorResult, screen: Screen): string {
  const { style, width } = screen;
  const required: Row[] = policy.require.length === 0 ? [] : [['Policy', `requires ${policy.require.join(', ')}`]];
  const machine: Row[] = [
    ['Genlock', version],
    ['Node', `${node}, ${platform}`],
    ['Worker in', sandbox.wall === 'none' ? 'a bare process' : sandbox.wall],
    ...required,
  ];
  const verdict = canRun
    ? `${style.green('✔')} Plugins can run here.`
    : `${style.red('✖')} No plugin can run here: ${obstacle({ sandbox, policy })}`;
  return [
    rows(machine, screen),
    '',
    layerTable(sandbox.layers, screen),
    '',
    wrap(verdict, { width, hanging: 2 }),
    ...(sandbox.failure === undefined ? [] : [wrap(codes[sandbox.failure.code].hint, { width, indent: 2 })]),
    ...policy.problems.map((problem) => wrap(problemLine(problem), { width, indent: 2, hanging: 4 })),
    ...missing(sandbox.layers).map((text) => wrap(text, { width, indent: 2, hanging: 4 })),
  ].join('\n');
}

function obstacle({ sandbox, policy }: Pick<DoctorResult, 'sandbox' | 'policy'>): string {
  if (sandbox.failure !== undefined) return printable(sandbox.failure.message);
  if (policy.problems.length > 0) return 'a policy cannot be used';
  return `policy requires ${policy.missing.join(', ')}`;
}

function problemLine({ code, message, where }: Problem): string {
  const place = [where?.file, where?.line, where?.column].filter((part) => part !== undefined).join(':');
  return printable(`${code} ${message} ${place}`).trimEnd();
}

type Layers = DoctorResult['sandbox']['layers'];

function layerTable(layers: Layers, { style }: Screen): string {
  const column = Math.max(...layers.map(({ layer }) => stringWidth(layer))) + 2;
  const head = `  ${'layer'.padEnd(column)}${'here'.padEnd(14)}tested by`;
  const lines = layers.map(({ layer, live, possible }) => {
    const off = possible ? 'off' : 'not possible';
    const mark = live ? style.green('on'.padEnd(14)) : style.yellow(off.padEnd(14));
    return `  ${layer.padEnd(column)}${mark}${words[layer].tried}`;
  });
  return [style.bold(head), ...lines].join('\n');
}

function missing(layers: Layers): string[] {
  return layers.flatMap(({ layer, live }) => {
    const { remedy } = words[layer];
    return live || remedy === undefined ? [] : [`${layer} needs ${remedy}.`];
  });
}
