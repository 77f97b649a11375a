/** Every limit of a run: a run beyond a lowered limit fails, a run below it and a run without a policy succeed. */
import { describe, expect, test } from 'vitest';
import { defaultLimits, limitNames, runPlugin } from '../../../sandbox/index.ts';
import type { LimitName, RunInput, RunReport } from '../../../sandbox/index.ts';
import { fatalLimits, limitCodes } from '../../../sandbox/protocol/limit-codes.ts';
import type { FatalLimit } from '../../../sandbox/protocol/limits.ts';
import { runFailure } from '../../../src/plugin/run-failure.ts';
import {
  combinePolicies,
  nameResponsiblePolicies,
  type EffectivePolicy,
} from '../../../src/policy/effective-policy.ts';
import { readPolicy } from '../../../src/policy/policy.ts';
import { manifestOf } from '../../unit/plugin/manifest-of.ts';
import { pluginInput, type Files } from '../../unit/sandbox/plugin.ts';

interface Row {
  /** The limit that the policy sets. */
  readonly most: number;
  readonly below: RunInput;
  readonly beyond: RunInput;
}

const plugin = (generator: string, files: Files = {}) => pluginInput(generator, files);
const burn = (rounds: number) => `let x = 0; for (let i = 0; i < ${rounds}; i += 1) x += i % 7;`;
const sample = 3e6;
const { cost: ofSample } = await runPlugin(plugin(burn(sample)));
/** Returns code that uses the CPU for about this time, calibrated for this machine. */
const burnFor = (cpuMs: number) => burn(Math.ceil((sample * cpuMs) / ofSample.cpuMs));
const css = (count: number) => `for (let i = 0; i < ${count}; i += 1) sdk.registerCSS({ a: 'red' });`;
const variables = (count: number) =>
  `sdk.registerCSS(Object.fromEntries(Array.from({ length: ${count} }, (_, i) => ['a' + i, 'red'])));`;
const model = (length: number) => `sdk.registerPrismaSchema('x'.repeat(${length}));`;
const copy = (files: Files, list = 0) =>
  plugin(`sdk.copyTemplates({ variables: { list: Array.from({ length: ${list} }, (_, i) => i) } });`, files);
const copyInto = (destination: string) =>
  plugin(`sdk.copyTemplates({ destination: '${destination}' });`, { 'templates/a': 'x' });
const templates = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`templates/${i}`, 'x']));
const nested = (depth: number) => ({ 'templates/a': `${'{{#if name}}'.repeat(depth)}x${'{{/if}}'.repeat(depth)}` });

/** Size of a result with one empty model, in bytes. */
const envelope = JSON.stringify({ operations: [{ kind: 'registerPrismaSchema', schema: '' }], warnings: [] }).length;
/** Size of the generator from `copy`, in bytes. */
const generatorBytes = copy({}).files.get('generator.js')?.length ?? 0;
const cube = { 'templates/a': '{{#each list}}{{#each list}}{{#each list}}x{{/each}}{{/each}}{{/each}}' };

const rows: Readonly<Record<FatalLimit, Row>> = {
  wallMs: { most: 300, below: plugin(''), beyond: plugin(burnFor(1500)) },
  cpuMs: { most: 200, below: plugin(''), beyond: plugin(burnFor(1500)) },
  memoryMb: {
    most: 24,
    below: plugin('const a = new Array(1e5).fill(1.5);'),
    beyond: plugin('const a = []; for (let i = 0; i < 60; i += 1) a.push(new Array(1e5).fill(i + 0.5));'),
  },
  processMemoryMb: {
    most: 80,
    below: plugin(burnFor(300)),
    beyond: plugin(
      `const a = []; for (let i = 0; i < 60; i += 1) a.push(new Uint8Array(1e6).fill(1)); ${burnFor(300)}`,
    ),
  },
  inputBytes: {
    most: generatorBytes + 100,
    below: copy({ 'templates/a': `{{name}}${'x'.repeat(92)}` }),
    beyond: copy({ 'templates/a': `{{name}}${'x'.repeat(93)}` }),
  },
  outputBytes: { most: envelope + 50, below: plugin(model(50)), beyond: plugin(model(51)) },
  operations: { most: 3, below: plugin(css(3)), beyond: plugin(css(4)) },
  // Counts the operation, its kind, the variables object and one string per variable.
  values: { most: 13, below: plugin(variables(10)), beyond: plugin(variables(11)) },
  listEntries: { most: 10, below: plugin(variables(10)), beyond: plugin(variables(11)) },
  files: { most: 3, below: copy(templates(3)), beyond: copy(templates(4)) },
  fileBytes: {
    most: 100,
    below: copy({ 'templates/a': new Uint8Array(100) }),
    beyond: copy({ 'templates/a': new Uint8Array(101) }),
  },
  pathLength: { most: 12, below: copyInto('0123456789'), beyond: copyInto('01234567890') },
  pathDepth: { most: 3, below: copyInto('a/b'), beyond: copyInto('a/b/c') },
  templateDepth: { most: 3, below: copy(nested(3)), beyond: copy(nested(4)) },
  // Three nested lists: the outer list, then one per item, and so on.
  templateItems: { most: 10 + 100 + 1000, below: copy(cube, 10), beyond: copy(cube, 11) },
  templateOutputBytes: { most: 1000, below: copy(cube, 10), beyond: copy(cube, 11) },
};

const none = combinePolicies([], new Date(0));
const lowered = (name: LimitName, most: number): EffectivePolicy =>
  combinePolicies(
    [readPolicy(JSON.stringify({ version: 1, limits: { run: { [name]: most } } }), { file: '/etc/p.json' })],
    new Date(0),
  );

/** Runs a plugin like a command. */
async function run(input: RunInput, policy: EffectivePolicy): Promise<RunReport> {
  try {
    return await runPlugin(input, { limits: policy.limits });
  } catch (error) {
    throw nameResponsiblePolicies(
      runFailure(error, { manifest: manifestOf({ name: 'reports' }), files: input.files }),
      policy,
    );
  }
}

describe.each(fatalLimits)('%s', (name) => {
  const { most, below, beyond } = rows[name];

  test('accepts a run just below a lowered limit', async () => {
    expect(most).toBeLessThan(defaultLimits[name]);
    expect((await run(below, lowered(name, most))).warnings).toEqual([]);
  });

  test('ends a run beyond a lowered limit with its code, its name and the policy', async () => {
    const failure: unknown = await run(beyond, lowered(name, most)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: limitCodes[name], cause: { cause: { limit: name } } });
    expect(String(failure)).toContain(`/etc/p.json lowers: limits.run.${name} is ${most}`);
  });

  test('does not end the same run without a policy', async () => {
    expect((await run(beyond, none)).warnings).toEqual([]);
  });
});

const lines = (count: number, text: string) => plugin(`for (let i = 0; i < ${count}; i += 1) console.log('${text}');`);

describe('the console', () => {
  test.each<[LimitName, number, number]>([
    ['logLines', 10, 10],
    // Each character has two bytes.
    ['logBytes', 200, 11],
  ])('%s drops excess output and reports it', async (name, most, kept) => {
    const { log } = await run(lines(50, 'é'.repeat(10)), lowered(name, most));
    expect(log).toHaveLength(kept);
    expect(log.at(-1)?.text).toMatch(/^console output ends here: too many /);
    expect((await run(lines(50, 'é'.repeat(10)), none)).log).toHaveLength(50);
    expect((await run(lines(kept - 1, 'é'.repeat(10)), lowered(name, most))).log.at(-1)?.text).toBe('é'.repeat(10));
  });

  test('these two limits and the rows above are all limits', () => {
    expect(limitNames.filter((name) => !fatalLimits.some((fatal) => fatal === name))).toEqual(['logLines', 'logBytes']);
  });
});
