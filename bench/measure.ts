import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** One finished process tree: wall time in milliseconds, peak of the summed resident memory in MiB. */
export interface Run {
  readonly wallMs: number;
  readonly peakMiB: number;
}

/** A run with its processor time, user and system, in milliseconds. Linux counts it in steps of 10. */
export interface Measured extends Run {
  readonly cpuMs: number;
}

export interface Candidate {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs before each measured run, not measured. */
  readonly reset?: () => void;
}

/** Runs one candidate to its end; throws with its output if it fails. */
export async function measure({ command, args, cwd, env, reset }: Candidate): Promise<Measured> {
  reset?.();
  const before = childrenMs();
  const started = process.hrtime.bigint();
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  let peakKiB = 0;
  const sampler = setInterval(() => (peakKiB = Math.max(peakKiB, treeKiB(child.pid))), 10);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const wallMs = Number(process.hrtime.bigint() - started) / 1e6;
  clearInterval(sampler);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited ${code}\n${Buffer.concat(output).toString()}`);
  return { wallMs, cpuMs: childrenMs() - before, peakMiB: peakKiB / 1024 };
}

/** Measures the candidates in turn, round by round, so that a drifting machine touches all alike; medians by name. */
export async function interleave(
  candidates: readonly Candidate[],
  rounds: number,
  { warmUp = true }: { readonly warmUp?: boolean } = {},
): Promise<Map<string, Measured>> {
  const runs = new Map<string, Measured[]>(candidates.map(({ name }) => [name, []]));
  if (warmUp) for (const candidate of candidates) await measure(candidate);
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of candidates) runs.get(candidate.name)?.push(await measure(candidate));
  }
  return new Map(
    [...runs].map(([name, list]) => [
      name,
      {
        wallMs: median(list.map(({ wallMs }) => wallMs)),
        cpuMs: median(list.map(({ cpuMs }) => cpuMs)),
        peakMiB: median(list.map(({ peakMiB }) => peakMiB)),
      },
    ]),
  );
}

/** A table with the time and memory of each as a ratio to the one named. */
export function report(results: ReadonlyMap<string, Run>, unit: string): string {
  const base = results.get(unit);
  if (base === undefined) throw new Error(`no result for ${unit}`);
  const rows = [...results].map(
    ([name, { wallMs, peakMiB }]) =>
      `| ${name} | ${wallMs.toFixed(0)} | ${(wallMs / base.wallMs).toFixed(2)} | ${peakMiB.toFixed(0)} | ${(peakMiB / base.peakMiB).toFixed(2)} |`,
  );
  return ['| command | ms | × time | MiB | × memory |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Processor time of the children this process has waited for, and of theirs; 0 where /proc can't be read. */
export function childrenMs(): number {
  const stat = safely(() => readFileSync('/proc/self/stat', 'utf8'), '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[13] ?? 0) + Number(fields[14] ?? 0));
}

/** Resident memory of a process and all below it (Linux); 0 where /proc can't be read. */
function treeKiB(root: number | undefined): number {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const entry of safely(() => readdirSync('/proc'), [])) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const stat = safely(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(pid, Number(fields[1]));
    resident.set(pid, Number(fields[21]) * 4);
  }
  const within = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && within(parents.get(pid)));
  return [...resident].reduce((sum, [pid, kib]) => (within(pid) ? sum + kib : sum), 0);
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
