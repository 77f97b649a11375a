import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyPlan, type ApplyRequest } from '../../src/apply/apply.ts';
import { nodeFileSystem } from '../../src/apply/file-system.ts';
import { recover } from '../../src/apply/recover.ts';
import {
  changing,
  diesAt,
  everything,
  faulty,
  systemError,
  unsynced,
  type Call,
} from '../support/crash/faulty-file-system.ts';
import { large, scenarios, snapshot, type Scenario } from '../support/crash/scenario.ts';

/** One place to end a process: before, in the middle of, or after one call. */
interface Point {
  readonly when: 'before' | 'half' | 'after';
  readonly number: number;
}

/** In ms: hundreds of processes, on a machine with other things to do. */
const timeout = 900_000;

let work = '';
let child = '';

beforeAll(async () => {
  // A process that ends loses nothing the system has taken, so memory does as well as a disk.
  const fast = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  work = realpathSync(mkdtempSync(join(fast, 'genlock-crash-')));
  child = join(work, 'child.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../support/crash/child.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Where a package has both, its modules: CommonJS that requires at run time can't be bundled.
    mainFields: ['module', 'main'],
    outfile: child,
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs the child; resolves to the signal that ended it. */
function crash(scenario: Scenario, folder: string, { when, number }: Point): Promise<string | null> {
  return new Promise((resolve) => {
    const running = execFile(process.execPath, [child, scenario.name, folder, when, String(number)]);
    running.on('exit', (_, signal) => resolve(signal));
  });
}

interface Ends {
  readonly before: string;
  readonly after: string;
  readonly start: string;
  /** The transaction, wherever a copy of the start lies. */
  readonly request: ApplyRequest;
  /** Calls that change the disk, and what each one is. */
  readonly calls: number;
  readonly kinds: readonly Call[];
  /** Calls of every kind. */
  readonly allCalls: number;
}

/** Returns the trees before and after the transaction, and its number of calls. */
async function endsOf(scenario: Scenario): Promise<Ends> {
  const start = join(work, `${scenario.name} start`);
  mkdirSync(start);
  await scenario.setUp(start);
  const request = scenario.request(start);
  const end = join(work, `${scenario.name} end`);
  cpSync(start, end, { recursive: true });
  const all: Call[] = [];
  await scenario.run(end, faulty(nodeFileSystem, { calls: everything, before: (_, call) => all.push(call) }));
  const kinds = all.filter((call) => changing.some((known) => known === call));
  return {
    before: snapshot(start),
    after: snapshot(end),
    start,
    request,
    calls: kinds.length,
    kinds,
    allCalls: all.length,
  };
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

let folders = 0;
function fresh({ start }: Ends): string {
  folders += 1;
  const folder = join(work, `copy ${String(folders)}`);
  cpSync(start, folder, { recursive: true });
  return folder;
}

type End = 'before' | 'after' | 'neither' | 'not killed' | 'not healed';

/** Kills a process at one point, recovers, and returns which of the two trees exists. */
async function endAt(scenario: Scenario, ends: Ends, point: Point): Promise<End> {
  const folder = fresh(ends);
  if ((await crash(scenario, folder, point)) !== 'SIGKILL') return 'not killed';
  return recoveredEnd(folder, ends);
}

/** Stops a transaction in this process: from call `number` on, no change reaches the disk. Then recovers. */
async function stopAt(scenario: Scenario, ends: Ends, number: number): Promise<End> {
  const folder = fresh(ends);
  await scenario.run(folder, diesAt(unsynced, number)).catch(() => {});
  return recoveredEnd(folder, ends);
}

/** Recovers a folder, removes it, and returns which of the two trees it contained. */
async function recoveredEnd(folder: string, ends: Ends): Promise<End> {
  await heal(folder);
  const found = snapshot(folder);
  const again = await heal(folder);
  rmSync(folder, { recursive: true });
  if (again !== 'none') return 'not healed';
  return found === ends.before ? 'before' : found === ends.after ? 'after' : 'neither';
}

async function heal(folder: string): Promise<string> {
  return (await recover({ root: join(folder, 'app'), command: 'genlock test', fs: unsynced })).healed;
}

/** How many points ended as what. Two at a time, for a machine of two cores. */
async function endAtAll(scenario: Scenario, ends: Ends, points: readonly Point[]): Promise<Record<End, number>> {
  const counts = { before: 0, after: 0, neither: 0, 'not killed': 0, 'not healed': 0 };
  const left = [...points];
  const worker = async (): Promise<void> => {
    for (let point = left.pop(); point !== undefined; point = left.pop()) {
      counts[await endAt(scenario, ends, point)] += 1;
    }
  };
  await Promise.all([worker(), worker()]);
  process.stdout.write(`${scenario.name}: ${String(points.length)} kills, ended as ${JSON.stringify(counts)}\n`);
  return counts;
}

const allHealed = { neither: 0, 'not killed': 0, 'not healed': 0 };

/**
 * Before and after every call. Calls follow each other, but for flushes, which run side by side: so after one is before
 * the next, and only flushes and the last call have an end of their own.
 */
function allPoints({ calls, kinds }: Ends): readonly Point[] {
  return numbersTo(calls).flatMap((number): readonly Point[] => {
    const hasOwnEnd = kinds[number - 1] === 'sync' || number === calls;
    return [{ when: 'before', number }, ...(hasOwnEnd ? [{ when: 'after', number } as const] : [])];
  });
}

describe('a stopped transaction leaves the tree before or the tree after', { timeout }, () => {
  test.each(scenarios)('$name: stopped in this process at every call that changes the disk', async (scenario) => {
    const ends = await endsOf({ ...scenario, name: `${scenario.name}, stopped` });
    const found = new Set<End>();
    for (const number of numbersTo(ends.calls + 1)) found.add(await stopAt(scenario, ends, number));
    expect(found).toEqual(new Set(['before', 'after']));
  });

  test.each(scenarios)('$name: SIGKILL at every twelfth of these calls', async (scenario) => {
    const ends = await endsOf(scenario);
    const points = allPoints(ends).filter((_, index) => index % 12 === 0);
    const counts = await endAtAll(scenario, ends, points);
    expect(counts).toMatchObject(allHealed);
    expect(counts.before + counts.after).toBe(points.length);
    expect(Math.min(counts.before, counts.after)).toBeGreaterThan(0);
  });

  test('a large new project: SIGKILL at 16 of its calls, in the middle of written files', async () => {
    const ends = await endsOf(large);
    const points = numbersTo(16).map((at): Point => {
      const number = Math.ceil((at * ends.calls) / 16);
      return { when: ends.kinds[number - 1] === 'create' ? 'half' : 'before', number };
    });
    const counts = await endAtAll(large, ends, points);
    expect(counts).toMatchObject(allHealed);
    expect(points.some(({ when }) => when === 'half')).toBe(true);
    expect(Math.min(counts.before, counts.after)).toBeGreaterThan(0);
  });
});

/** Errors a disk gives. */
const errors = ['ENOSPC', 'EACCES', 'EIO'] as const;

/** Lets one call fail. Returns whether apply refused, and the tree without remains of the journal. */
async function failAt(ends: Ends, { error, number }: { readonly error: string; readonly number: number }) {
  const folder = fresh(ends);
  const fs = faulty(unsynced, {
    calls: everything,
    before: (at) => {
      if (at === number) throw systemError(error);
    },
  });
  const failure: unknown = await applyPlan({ ...ends.request, root: join(folder, 'app'), fs }).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const [tree, rest] = [snapshot(folder), remains(folder)];
  await heal(folder);
  const healed = snapshot(folder);
  rmSync(folder, { recursive: true });
  return { code: codeOf(failure), tree: rest === '' ? tree : 'remains', healed };
}

function codeOf(failure: unknown): string | undefined {
  if (failure === undefined) return undefined;
  return failure instanceof Error && 'code' in failure ? String(failure.code) : 'no code';
}

/** Returns the remains of a transaction. */
function remains(folder: string): string {
  return snapshot(folder)
    .split('\n')
    .filter((line) => /\.genlock\/(?:journal|lock)|genlock-new/u.test(line))
    .join('\n');
}

describe('a failing disk leaves the previous state', { timeout }, () => {
  test.each(scenarios)('$name: every call fails once, with the errors in turn', async (scenario) => {
    const ends = await endsOf({ ...scenario, name: `${scenario.name}, failing` });
    const wrong: string[] = [];
    let [refusals, undoneAtOnce] = [0, 0];
    for (const number of numbersTo(ends.allCalls)) {
      const error = errors[number % errors.length] ?? 'EIO';
      const { code, tree, healed } = await failAt(ends, { error, number });
      const wanted = code === undefined ? ends.after : ends.before;
      if (code !== undefined) refusals += 1;
      if (code !== undefined && tree === ends.before) undoneAtOnce += 1;
      if (healed !== wanted || !['none', 'PROJECT_WRITE_FAILED'].includes(code ?? 'none'))
        wrong.push(`${error} at ${String(number)}: ${String(code)}`);
    }
    process.stdout.write(
      `${scenario.name}: ${String(ends.allCalls)} failing calls, ${String(refusals)} refusals, ${String(undoneAtOnce)} undone at once\n`,
    );
    expect(wrong).toEqual([]);
    expect(refusals).toBeGreaterThan(ends.allCalls / 2);
    expect(undoneAtOnce).toBe(refusals);
  });
});
