/** For every law an engine that breaks it: the sequences find that out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Planned } from '../../src/plan/changes.ts';
import type { Change } from '../../src/plan/plan.ts';
import { digestOf } from '../../src/core/digest.ts';
import type { Commands } from './commands.ts';
import { engine, type Break } from './engine.ts';
import { all, hold, type Holding } from './hold.ts';
import { LawBroken } from './laws.ts';
import { commandStep } from './steps.ts';
import { put } from './world.ts';

/** The plan with a file of its own in it. */
function withFile(planned: Planned, path: string, content: string): Planned {
  const after = digestOf(content);
  const change: Change = { kind: 'create', path, owner: 'core', mode: 0o644, after };
  const changes = planned.plan.changes.filter((other) => other.path !== path);
  return {
    ...planned,
    plan: { ...planned.plan, changes: [...changes, change].toSorted((one, other) => (one.path < other.path ? -1 : 1)) },
    contents: new Map([...planned.contents, [after, content]]),
  };
}

const changed = (planned: Planned, change: (change: Change) => readonly Change[]): Planned => ({
  ...planned,
  plan: { ...planned.plan, changes: planned.plan.changes.flatMap(change) },
});

/** Does more to the disk than it plans. */
const doing = (more: (world: Parameters<Commands['run']>[0]) => void): Commands => {
  const sound = engine();
  return {
    ...sound,
    run: async (world, wish) => {
      const plan = await sound.run(world, wish);
      more(world);
      return plan;
    },
  };
};

let runs = 0;

/** Broken engine: renders a file from a value that is not an input. */
const dated: Break = (planned) => {
  runs += 1;
  const isFirst = planned.plan.changes.some(({ kind, path }) => kind === 'create' && path.startsWith('docs/'));
  return isFirst ? withFile(planned, 'dated.md', `${String(runs)}\n`) : planned;
};

/** A change that is never done. */
const restless: Break = (planned) => withFile(planned, `restless-${String((runs += 1))}.md`, 'again\n');

/** Broken engine: keeps a plugin's documents after its removal. */
const clinging: Break = (planned) =>
  changed(planned, (change) => (change.kind === 'delete' && change.path.startsWith('docs/') ? [] : [change]));

/** Broken engine: replaces merged files with Genlock's version and loses the user's edits. */
const careless: Break = (planned) =>
  changed(planned, (change) => {
    const theirs = planned.baseline.get(change.path)?.digest;
    return change.kind === 'update' && planned.merged.includes(change.path) && theirs !== undefined
      ? [{ ...change, after: theirs }]
      : [change];
  });

const controls: readonly (readonly [number, string, Omit<Holding, 'name' | 'share' | 'laws'>])[] = [
  [1, 'rendering that counts', { commands: engine(dated), step: commandStep }],
  [2, 'a command that is never done', { commands: engine(restless), step: commandStep }],
  [3, 'a plugin whose files stay', { commands: engine(clinging), step: commandStep }],
  [4, 'a merge that takes one side', { commands: engine(careless) }],
  [5, 'nothing heals', { commands: engine(), recover: () => Promise.resolve({ healed: 'none', files: [], rootRemoved: false }) }], // prettier-ignore
  [6, 'a file nobody planned', { commands: doing((world) => put(world, 'server/more.ts', 'more\n')) }],
  [7, 'a file beside the project', { commands: doing(({ folder }) => writeFileSync(join(folder, 'beside.txt'), '')) }],
];

test.each(controls)('law %i is seen to be broken: %s', async (law, name, holding) => {
  const broken = await hold({
    ...holding,
    name: `control: ${name}`,
    share: 200 / all,
    laws: new Set([law]),
    shrink: false,
  }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.cause : error),
  );
  expect(broken).toBeInstanceOf(LawBroken);
  expect(broken).toMatchObject({ law });
});
