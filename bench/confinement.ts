/**
 * Two attacks on three generators: a stranger's module writes a file outside the target when it is imported, or when
 * its generator is called. sv and Nx load it by their own command for a local add-on, Genlock by `init --plugins`.
 * The third module writes nothing: it shows that each command works, so that only the attack makes the difference.
 * The peers are installed once, without scripts, into a folder of their own below the system's temporary folder.
 *
 * Ends with 1 if Genlock let a file be written, refused with another code, or failed on the harmless module.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const attacks = ['import', 'run', 'none'] as const;
type Attack = (typeof attacks)[number];

/** The effect of one module outside the target folder. `wrote` is true if its file exists. */
interface Outcome {
  readonly wrote: boolean;
  readonly exit: number | null;
  /** The code of Genlock's refusal. */
  readonly code?: string;
  readonly output: string;
}

/**
 * The paths of one run. The attack writes `canary`, which is outside `folder`. `folder` does not exist before the run.
 */
interface RunPaths {
  readonly attack: Attack;
  readonly folder: string;
  readonly canary: string;
}

interface Tool {
  readonly name: string;
  /** Puts the module and a fresh project into the place; the command to run, and where. */
  readonly prepare: (place: RunPaths) => { readonly cwd: string; readonly args: readonly string[] };
  readonly code?: (stdout: string) => string | undefined;
}

const root = join(import.meta.dirname, '..');
const peers = join(tmpdir(), 'genlock-bench-confinement');
const versions = { sv: '0.17.1', nx: '22.7.12', '@nx/devkit': '22.7.12' };
const work = mkdtempSync(join(tmpdir(), 'genlock-bench-'));
const patienceMs = 120_000;

/** Returns the source text of an attack module. `wrap` converts the function to the tool's default export. */
function attacker({ attack, canary }: RunPaths, wrap: (run: string) => string): string {
  const path = JSON.stringify(canary);
  const atImport = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${path}, 'import');\n`;
  const atRun = `(await import('node:fs')).writeFileSync(${path}, 'run');`;
  const run = `async () => { ${attack === 'run' ? atRun : ''} }`;
  return `${attack === 'import' ? atImport : ''}export default ${wrap(run)};\n`;
}

const sv: Tool = {
  name: `sv ${versions.sv}, \`sv add file:\``,
  prepare(place) {
    // sv keeps a link to the add-on and fails if its target is missing. This folder is therefore kept.
    const addon = join(peers, 'add-ons', place.attack);
    const name = `confinement-${place.attack}`;
    writeJson(join(addon, 'package.json'), {
      ...{ name, version: '1.0.0', type: 'module', exports: './index.js', keywords: ['sv-add'] },
      peerDependencies: { sv: `^${versions.sv}` },
    });
    const definition = (run: string): string => `{ id: '${name}', options: {}, setup() {}, run: ${run} }`;
    write(join(addon, 'index.js'), attacker(place, definition));
    writeJson(join(place.folder, 'package.json'), { name: 'app', private: true });
    const bin = join(peers, 'node_modules/sv/dist/bin.mjs');
    const flags = ['--no-git-check', '--no-download-check', '--no-install'];
    return { cwd: place.folder, args: [bin, 'add', `file:${addon}`, '--cwd', '.', ...flags] };
  },
};

const nx: Tool = {
  name: `Nx ${versions.nx}, \`nx generate ./folder:\``,
  prepare(place) {
    const generator = join(place.folder, 'tools/confinement');
    const name = 'confinement';
    writeJson(join(place.folder, 'package.json'), { name: 'app', private: true });
    writeJson(join(place.folder, 'nx.json'), {});
    symlinkSync(join(peers, 'node_modules'), join(place.folder, 'node_modules'));
    writeJson(join(generator, 'package.json'), {
      ...{ name, version: '1.0.0', type: 'module', generators: './generators.json' },
    });
    writeJson(join(generator, 'generators.json'), {
      generators: { attack: { factory: './generator.js', schema: './schema.json', description: 'Writes outside' } },
    });
    writeJson(join(generator, 'schema.json'), { $id: name, type: 'object', properties: {} });
    write(
      join(generator, 'generator.js'),
      attacker(place, (run) => run),
    );
    const bin = join(peers, 'node_modules/nx/dist/bin/nx.js');
    return { cwd: place.folder, args: [bin, 'generate', './tools/confinement:attack', '--no-interactive'] };
  },
};

const genlock: Tool = {
  name: 'Genlock, `genlock init --plugins`',
  prepare(place) {
    const plugin = join(place.folder, 'plugin');
    writeJson(join(plugin, 'manifest.json'), {
      ...{ name: 'confinement', version: '1.0.0', frameworks: ['express'], databases: ['file'] },
    });
    write(
      join(plugin, 'generator.js'),
      attacker(place, (run) => run),
    );
    const flags = ['--database', 'file', '--yes', '--json'];
    return { cwd: place.folder, args: [join(root, 'bin/run.js'), 'init', 'app', '--plugins', plugin, ...flags] };
  },
  code(stdout) {
    const report: { error?: { code: string } } = JSON.parse(stdout);
    return report.error?.code;
  },
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeJson(path: string, value: unknown): void {
  write(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** Runs one module in a folder of its own. */
function outcome(tool: Tool, attack: Attack): Outcome {
  const place = mkdtempSync(join(work, 'run-'));
  const canary = join(place, 'outside', 'canary');
  mkdirSync(dirname(canary));
  const { cwd, args } = tool.prepare({ attack, canary, folder: join(place, 'target') });
  const quiet = { NX_DAEMON: 'false', NX_INTERACTIVE: 'false', NX_NO_CLOUD: 'true', DO_NOT_TRACK: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: work, CI: '1', ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: patienceMs,
  });
  const code = status === 0 ? undefined : readCode(tool, stdout);
  const output = (stderr + stdout).trim();
  return { wrote: existsSync(canary), exit: status, output, ...(code === undefined ? {} : { code }) };
}

function readCode(tool: Tool, stdout: string): string | undefined {
  try {
    return tool.code?.(stdout);
  } catch {
    return undefined;
  }
}

/** Returns a table cell. Distinguishes a run that failed for another reason from a refusal. */
function cell(attack: Attack, { wrote, exit, code, output }: Outcome): string {
  if (wrote) return 'wrote outside';
  if (attack === 'none' && exit === 0) return 'ran, wrote nothing outside';
  if (code !== undefined) return `refused (${code})`;
  if (exit === 0) return 'ran, wrote nothing';
  return `not verified: ended with ${exit}: ${output.split('\n').at(-1) ?? ''}`;
}

/** Why the peers can't be run; undefined if they can. */
function install(): string | undefined {
  const isThere = ([name, version]: [string, string]): boolean => {
    const path = join(peers, 'node_modules', name, 'package.json');
    if (!existsSync(path)) return false;
    const manifest: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
    return manifest.version === version;
  };
  if (Object.entries(versions).every(isThere)) return undefined;
  writeJson(join(peers, 'package.json'), { private: true });
  const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...flags, ...specs], { cwd: peers, stdio: ['ignore', 'inherit', 'inherit'] });
    return undefined;
  } catch {
    return 'npm could not install it';
  }
}

const missing = install();
const rows: string[] = [];
for (const tool of [sv, nx]) {
  const cells = attacks.map((attack) =>
    missing === undefined ? cell(attack, outcome(tool, attack)) : `not verified: ${missing}`,
  );
  rows.push(`| ${tool.name} | ${cells.join(' | ')} |`);
}
const own = attacks.map((attack) => ({ attack, result: outcome(genlock, attack) }));
rows.push(`| ${genlock.name} | ${own.map(({ attack, result }) => cell(attack, result)).join(' | ')} |`);

console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
console.log('| command | written when imported | written by the generator | harmless, the control |');
console.log(`|---|---|---|---|\n${rows.join('\n')}`);

for (const { attack, result } of own) {
  const isConfined = attack === 'none' ? result.exit === 0 : result.code === 'SANDBOX_IMPORT';
  if (!result.wrote && isConfined) continue;
  console.error(`\nGenlock, ${attack}: exit ${result.exit}, code ${result.code}\n${result.output.slice(-2000)}`);
  process.exitCode = 1;
}
rmSync(work, { recursive: true, force: true });
