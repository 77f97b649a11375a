import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type * as sandbox from '../../sandbox/index.ts';
import { toErrorReport } from '../../src/errors/report.ts';
import { doctor } from '../../src/flows/machine/doctor.ts';
import { initProject, type InitPorts } from '../../src/flows/project/init.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';
import { quietPorts } from '../support/ports.ts';

const machine = vi.hoisted(() => ({ hasWalls: true }));

/** The real sandbox; on a machine without walls, the same worker in a bare process. */
vi.mock('../../sandbox/index.ts', async (original) => {
  const real = await original<typeof sandbox>();
  const { runWith } = await import('../../sandbox/host/run.ts');
  const { workerProgram } = await import('../../sandbox/host/worker-process.ts');
  const runPlugin: typeof real.runPlugin = (input, options) =>
    machine.hasWalls
      ? real.runPlugin(input, options)
      : runWith(workerProgram(real.defaultLimits.memoryMb), input, options);
  return { ...real, runPlugin };
});

afterEach(() => {
  machine.hasWalls = true;
});

/** A folder that holds a policy and nothing else. */
function folderWith(policy: string): string {
  const root = join(temporaryFolder(), 'app');
  mkdirSync(root);
  writeFileSync(join(root, 'genlock.policy.json'), policy);
  return root;
}

async function init(root: string, env: InitPorts['env'] = {}): Promise<string> {
  const request = { cwd: root, root, plugins: [], yes: true, dryRun: false, install: false, database: 'file' } as const;
  return outcome(async () => (await initProject(request, { ...quietPorts, env })).status);
}

async function outcome(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    const { code, exit } = toErrorReport(error);
    return `${code} ${exit}`;
  }
}

const policy = (rules: object) => JSON.stringify({ version: 1, ...rules });
const requireLayer = policy({ sandbox: { require: ['no-network'] } });

describe('init writes nothing', () => {
  test.each([
    ['with a limit the base plugin exceeds', policy({ limits: { run: { files: 1 } } }), 'SANDBOX_OUTPUT_LIMIT 6'],
    ['with too little input', policy({ limits: { run: { inputBytes: 1 } } }), 'SANDBOX_INPUT_LIMIT 6'],
    ['with an expired policy', policy({ expires: '2025-12-31T23:59:59Z' }), 'POLICY_EXPIRED 3'],
    ['with a policy of rules it does not know', policy({ tests: { needed: true } }), 'POLICY_INVALID 3'],
    ['with a broken policy', '{', 'POLICY_INVALID 3'],
  ])('%s', async (...[, text, expected]) => {
    const root = folderWith(text);
    const before = treeHash(root);
    expect(await init(root)).toBe(expected);
    expect(treeHash(root)).toEqual(before);
  });

  test('without a layer the policy requires', async () => {
    const root = folderWith(requireLayer);
    machine.hasWalls = false;
    const before = treeHash(root);
    expect(await init(root)).toBe('SANDBOX_LAYER_MISSING 3');
    expect(treeHash(root)).toEqual(before);
    expect(await init(folderWith(policy({})))).toBe('created');
  });

  test('under a policy the environment adds to a harmless one', async () => {
    const root = folderWith(policy({}));
    const added = join(temporaryFolder(), 'added.json');
    writeFileSync(added, policy({ limits: { run: { files: 1 } } }));
    expect(await init(root, { GENLOCK_POLICY: added })).toBe('SANDBOX_OUTPUT_LIMIT 6');
    expect(readdirSync(root)).toEqual(['genlock.policy.json']);
    expect(await init(root)).toBe('created');
  });
});

test('validate keeps to the policy of the project it is called in', async () => {
  const root = folderWith(requireLayer);
  writeFileSync(join(root, 'genlock.json'), '{}');
  const folder = join(repository, 'examples/plugins/guestbook');
  const validate = (cwd: string) =>
    outcome(async () => (await validatePlugin({ cwd, folder }, quietPorts)).plugin.name);
  machine.hasWalls = false;
  expect(await validate(root)).toBe('SANDBOX_LAYER_MISSING 3');
  expect(await validate(temporaryFolder())).toBe('guestbook');
});

async function examine(text: string): Promise<unknown> {
  const cwd = folderWith(text);
  writeFileSync(join(cwd, 'genlock.json'), '{}');
  const { canRun, policy: found } = await doctor({ ...quietPorts, cwd, node: 'v24', platform: 'any' });
  return { canRun, require: found.require, codes: found.problems.map(({ code }) => code) };
}

test('doctor reports the layers that a policy requires, and also works with an invalid policy', async () => {
  expect(await examine(policy({ sandbox: { require: ['isolate'] } }))).toEqual({
    canRun: true,
    require: ['isolate'],
    codes: [],
  });
  expect(await examine('{}')).toEqual({ canRun: false, require: [], codes: ['POLICY_INVALID'] });
});
