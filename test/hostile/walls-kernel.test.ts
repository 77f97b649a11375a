/** Attacks through the kernel's interfaces in the worker: paths, user namespaces, and files that were left open. */
import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { namespaceProgram, succeeds } from '../../sandbox/host/escape-probes.ts';
import { availableIsolations } from '../../sandbox/host/isolation.ts';
import type { Isolation } from '../../sandbox/host/isolation.ts';
import { locate } from '../../sandbox/host/locate.ts';
import { WorkerStart } from '../../sandbox/host/start.ts';
import { workerProgram } from '../../sandbox/host/worker-process.ts';
import type { WorkerProgram } from '../../sandbox/host/worker-process.ts';
import { defaultLimits } from '../../sandbox/index.ts';
import { compromised, errorOutput } from '../support/compromised-worker.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

const working = new Map<string, Isolation>();

beforeAll(async () => {
  for (const wall of availableIsolations()) {
    const { process: started } = await new WorkerStart(workerProgram(128), defaultLimits, [wall]).worker;
    if (await started.ready) working.set(wall.name, wall);
    started.kill();
  }
});

function wallOf(name: string, context: TestContext): Isolation {
  const remedy = 'apt-get install bubblewrap util-linux, and allow user namespaces';
  return working.get(name) ?? notVerified(context, { reason: `${name} doesn't work here`, remedy });
}

/** Everything that the worker's own JavaScript can read about its place. */
const look = `const fs = process.getBuiltinModule('fs');
const read = (path) => { try { return fs.readFileSync(path, 'utf8'); } catch (error) { return String(error.stack); } };
const link = (path) => { try { return fs.readlinkSync(path); } catch (error) { return String(error.stack); } };
const seen = { argv: process.argv, flags: process.execArgv, program: process.execPath, title: process.title,
  folder: process.cwd(), environment: process.env, stack: new Error('x').stack, host: process.getBuiltinModule('os').hostname(),
  home: (() => { try { return process.getBuiltinModule('os').homedir(); } catch (error) { return String(error); } })(),
  mounts: read('/proc/self/mountinfo') + read('/proc/self/mounts'), maps: read('/proc/self/maps'),
  line: read('/proc/self/cmdline'), exe: link('/proc/self/exe'), here: link('/proc/self/cwd') };
fs.writeSync(2, '\\n' + JSON.stringify(seen) + '\\n');`;

/** Returns the user's folders that a string contains: the home, this project, and the folders of the worker's files. */
function revealed(text: string): readonly string[] {
  const { worker, addon } = locate();
  const folders = [homedir(), ...[import.meta.dirname, worker, addon, execPath].map(dirname)];
  return [...new Set(folders)].filter((folder) => text.includes(folder));
}

describe('paths of this machine', () => {
  test('are visible in a bare process', async () => {
    expect(revealed(await errorOutput(compromised(look, { flags: false })))).not.toEqual([]);
  });

  test.for(['bwrap', 'older bwrap'])('are hidden behind %s', async (name, context) => {
    const wall = wallOf(name, context);
    const program = wall.around(compromised(look, { flags: false }), defaultLimits);
    const shown = await errorOutput(program);
    expect(shown).toContain('/genlock/worker.cjs');
    expect(shown).toContain('"host":"genlock"');
    expect(revealed(shown)).toEqual([]);
  });

  test('are in the mount table that bwrap could mount', async (context) => {
    const { file, args } = wallOf('bwrap', context).around(compromised(look, { flags: false }), defaultLimits);
    const at = args.indexOf('--remount-ro');
    const shown = await errorOutput({ file, args: args.toSpliced(at, 0, '--proc', '/proc') });
    expect(revealed(shown)).not.toEqual([]);
  });
});

test('a nested user namespace fails behind bwrap, and works behind bwrap without --disable-userns', async (context) => {
  const [start, create] = [namespaceProgram('nothing'), namespaceProgram('create')];
  const remedy = 'apt-get install util-linux';
  if (start === undefined || create === undefined) {
    notVerified(context, { reason: 'unshare is not installed', remedy });
    return;
  }
  const behind = (name: string, program: WorkerProgram) =>
    succeeds(wallOf(name, context).around(program, defaultLimits));
  expect(await behind('older bwrap', create)).toBe(true);
  expect(await behind('bwrap', start)).toBe(true);
  expect(await behind('bwrap', create)).toBe(false);
});

describe('a file that the parent of Genlock left open', () => {
  const left = 60;
  const sandbox = join(import.meta.dirname, '../../sandbox');

  /** Runs a module in a process that has inherited the file. */
  async function output(script: string): Promise<string> {
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, 'the secret');
    const number = openSync(file, 'r');
    const stdio = Array.from({ length: left + 1 }, (_, at) => (at === 1 ? 'pipe' : at === left ? number : 'ignore'));
    const child = spawn(execPath, ['--input-type=module', '-e', script], { stdio: stdio as 'pipe'[] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return new Promise((resolve) => child.once('close', () => resolve(text)));
  }

  const worker = `import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
    import { WorkerStart } from ${JSON.stringify(join(sandbox, 'host/start.ts'))};
    import { workerProgram } from ${JSON.stringify(join(sandbox, 'host/worker-process.ts'))};
    import { defaultLimits } from ${JSON.stringify(join(sandbox, 'index.ts'))};
    const bare = { name: 'none', layers: [], around: (program) => program };
    const { process: started } = await new WorkerStart(workerProgram(128), defaultLimits, [bare]).worker;
    await started.ready;
    const pid = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim();
    const open = readdirSync('/proc/' + pid + '/fd');
    console.log(JSON.stringify({ ready: started.isRunning, open }));
    started.kill();`;

  test('is readable in a child process', async () => {
    const script = `import { spawnSync } from 'node:child_process';
      const read = 'process.stdout.write(require("fs").readFileSync(${left}))';
      console.log(spawnSync(process.execPath, ['-e', read], { encoding: 'utf8' }).stdout);`;
    expect(await output(script)).toContain('the secret');
  });

  test('is not open in the worker', async () => {
    const { ready, open }: { ready: boolean; open: readonly string[] } = JSON.parse(await output(worker));
    expect(ready).toBe(true);
    expect(open).toEqual(expect.arrayContaining(['0', '1', '2']));
    expect(open).not.toContain(String(left));
  });

  test('is closed before a tool of the sandbox starts', async () => {
    const script = `import { spawnSync } from 'node:child_process';
      import { withoutInherited } from ${JSON.stringify(join(sandbox, 'host/descriptors.ts'))};
      const read = 'process.stdout.write("[" + require("fs").readFileSync(${left}) + "]")';
      console.log(withoutInherited((stdio) => spawnSync(process.execPath, ['-e', read], { stdio, encoding: 'utf8' })).stdout);`;
    expect((await output(script)).trim()).toBe('[]');
  });

  test('reaches a program only if this process inherited it', () => {
    const flags = readFileSync(`/proc/self/fdinfo/${openSync(execPath, 'r')}`, 'utf8');
    expect(flags).toMatch(/flags:\s*0?2\d{6,}/u);
  });
});
