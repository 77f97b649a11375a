import { relative, resolve, sep } from 'node:path';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { GenlockError } from '../../errors/error.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { configPath, lockfilePath, policyPath, recordsFolder } from '../../project/records.ts';
import { detectDrift } from '../../project/drift.ts';
import { emitterOf } from '../../render/render.ts';
import { readRecorded, type Recorded } from '../verify/recorded.ts';
import { linesOf, survivors } from './lines.ts';
import { callFor, type Part } from './parts.ts';
import { isInEveryProject, reasonsFor, type Reason } from './reasons.ts';

/** A plugin with the bytes it is pinned to. */
export interface PinnedPlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Who writes a file: an emitter of the core, a call of a plugin, or Genlock as its own record. */
export type Origin =
  | { readonly kind: 'record' }
  | { readonly kind: 'core'; readonly emitter: string }
  | { readonly kind: 'plugin'; readonly plugin: PinnedPlugin; readonly call: Part };

/** Why a file or a line is there, as data; `--json` prints exactly this. */
export interface WhyResult {
  /** What became of an earlier command that was interrupted. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly name: string; readonly root: string };
  /** From the project's root. */
  readonly file: string;
  /** Where Genlock has it, if the user moved it. */
  readonly movedFrom?: string;
  /** `core`, or the plugin that contributes the file; absent if Genlock didn't write it. */
  readonly owner?: string;
  /** Absent where the file is the user's. */
  readonly origin?: Origin;
  /** The line that was asked for, as it is on disk. */
  readonly line?: { readonly number: number; readonly text: string; readonly isYours: boolean };
  /** Every project has it: no entity and no plugin beside the base is needed. */
  readonly isInEveryProject: boolean;
  /** Plugins first, then entities. Empty where the file is part of every project, or the user's own. */
  readonly reasons: readonly (Reason & { readonly plugin?: PinnedPlugin })[];
}

/** What was asked for. */
export interface WhyRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  /** `<file>` or `<file>:<line>`, from the current folder. */
  readonly place: string;
}

/**
 * Finds what a file or a line comes from, by rendering the project without each entity, each plugin, and each part of
 * it: what is then missing is there because of it. Offline; nothing runs.
 *
 * @throws GenlockError WHY_NO_FILE, WHY_NO_LINE, and what reading the project throws
 */
export async function explain({ cwd, place }: WhyRequest): Promise<WhyResult> {
  const recorded = await readRecorded(cwd, 'genlock why');
  const { start, configuration, input, tree } = recorded;
  const { root } = start;
  const [, typed = place, digits] = /^(.*?)(?::(\d+))?$/u.exec(place) ?? [];
  const file = relative(root, resolve(cwd, typed)).split(sep).join('/');
  const { moved } = detectDrift(root);
  const path = moved.find(({ to }) => to === file)?.from ?? file;
  const read = (wanted: string): Uint8Array | undefined =>
    readProjectFile({ root }, moved.find(({ from }) => from === wanted)?.to ?? wanted);
  const onDisk = file.startsWith('..') ? undefined : readProjectFile({ root }, file);
  const rendered = tree.get(path);
  if (onDisk === undefined && rendered === undefined) {
    throw new GenlockError({ code: 'WHY_NO_FILE', message: `there is no file ${typed} in the project` });
  }
  const asked =
    digits === undefined
      ? undefined
      : lineAt(Number(digits), {
          typed,
          lines: linesOf(rendered?.content),
          now: linesOf(onDisk ?? rendered?.content),
        });
  const isRecord = [configPath, lockfilePath, policyPath].includes(file) || file.startsWith(`${recordsFolder}/`);
  const isYours = rendered === undefined || (asked !== undefined && asked.at === undefined);
  const subject = { file: path, tree, input, at: asked?.at, read };
  return {
    healed: start.healed,
    project: { name: configuration.config.name, root },
    file,
    ...(path === file ? {} : { movedFrom: path }),
    ...(isRecord ? { origin: { kind: 'record' } } : {}),
    ...(rendered === undefined ? {} : { owner: rendered.owner, origin: originOf(path, recorded) }),
    ...(asked === undefined
      ? {}
      : { line: { number: Number(digits), text: asked.text, isYours: isYours && !isRecord } }),
    isInEveryProject: !isYours && isInEveryProject(subject),
    reasons: isYours ? [] : reasonsFor(subject).map((reason) => withPlugin(reason, recorded)),
  };
}

interface AskedLine {
  readonly text: string;
  /** Index of the same line in what Genlock renders; nothing if the user wrote it. */
  readonly at: number | undefined;
}

function lineAt(
  number: number,
  { typed, lines, now }: { readonly typed: string; readonly lines: readonly string[]; readonly now: readonly string[] },
): AskedLine {
  const text = now[number - 1];
  if (text === undefined) {
    const count = now.length === 1 ? '1 line' : `${now.length} lines`;
    throw new GenlockError({ code: 'WHY_NO_LINE', message: `${typed} has ${count}` });
  }
  return { text, at: survivors(now, lines).get(number - 1) };
}

function originOf(path: string, recorded: Recorded): Origin {
  const { input, tree } = recorded;
  const owner = tree.get(path)?.owner;
  const contribution = input.contributions.find(({ manifest }) => manifest.name === owner);
  const call = contribution && callFor(contribution, path);
  const plugin = owner === undefined ? undefined : pinned(owner, recorded);
  if (call !== undefined && plugin !== undefined) return { kind: 'plugin', plugin, call };
  return { kind: 'core', emitter: emitterOf(path, input) };
}

function withPlugin(reason: Reason, recorded: Recorded): WhyResult['reasons'][number] {
  const plugin = reason.kind === 'plugin' ? pinned(reason.name, recorded) : undefined;
  return plugin === undefined ? reason : { ...reason, plugin };
}

function pinned(name: string, { plugins }: Recorded): PinnedPlugin | undefined {
  const found = plugins.find(({ plugin }) => plugin.manifest.name === name)?.plugin;
  return found && { name, version: found.manifest.version, integrity: found.integrity };
}
