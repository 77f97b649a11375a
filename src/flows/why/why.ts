import { relative, resolve, sep } from 'node:path';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { GenlockError } from '../../errors/error.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { configPath, lockfilePath, policyPath, recordsFolder } from '../../project/records.ts';
import { closest } from '../../core/suggestion.ts';
import { detectDrift } from '../../project/drift.ts';
import { overriddenBy, overrideOf } from '../../project/overrides.ts';
import { pluginsRequiring } from '../../engine/plugin-requirements.ts';
import { readSteadily } from '../../engine/read-steadily.ts';
import { emitterOf } from '../../render/render.ts';
import { readRecorded, type Recorded } from '../verify/recorded.ts';
import { linesOf, survivors } from './lines.ts';
import { callFor, type Part } from './parts.ts';
import { isInEveryProject, reasonsFor, type Reason } from './reasons.ts';

/** A plugin with its pinned hash. */
export interface PinnedPlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Origin of a file: an emitter of the core, a plugin call, or a Genlock record. */
export type Origin =
  | { readonly kind: 'record' }
  | { readonly kind: 'core'; readonly emitter: string }
  | { readonly kind: 'plugin'; readonly plugin: PinnedPlugin; readonly call: Part };

/** Result of `genlock why`; `--json` prints exactly this object. */
export interface WhyResult {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly name: string; readonly root: string };
  /** Path from the project's root. */
  readonly file: string;
  /** Original path, if the user moved the file. */
  readonly movedFrom?: string;
  /** `core`, or the plugin that contributes the file; absent if Genlock did not write it. */
  readonly owner?: string;
  /** Absent if the file belongs to the user. */
  readonly origin?: Origin;
  /** The override in `client/overrides` that the application uses instead of the file. */
  readonly replacedBy?: string;
  /** The file of the client that this override replaces. `nearest`: a file with a similar path, if it does not exist. */
  readonly replaces?: { readonly path: string; readonly exists: boolean; readonly nearest?: string };
  /** The requested line on disk. */
  readonly line?: { readonly number: number; readonly text: string; readonly isYours: boolean };
  /** Whether every project has it, even without entities and plugins. */
  readonly isInEveryProject: boolean;
  /** Plugins first, then entities. Empty if the file is part of every project or belongs to the user. */
  readonly reasons: readonly (Reason & {
    readonly plugin?: PinnedPlugin;
    /** Plugins that require the plugin; absent if the list is empty. */
    readonly requiredBy?: readonly string[];
  })[];
}

/** Options of `genlock why`. */
export interface WhyRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  /** `<file>` or `<file>:<line>`, relative to the current folder. */
  readonly place: string;
}

/**
 * Finds the origin of a file or line. Renders the project without each entity, each plugin and each of their parts, and
 * checks whether the file or line disappears. Offline; no plugin code runs.
 *
 * @throws GenlockError WHY_NO_FILE, WHY_NO_LINE, and everything that reading the project throws
 */
export function explain(request: WhyRequest): Promise<WhyResult> {
  return readSteadily(request.cwd, () => explainOnce(request));
}

async function explainOnce({ cwd, place }: WhyRequest): Promise<WhyResult> {
  const recorded = await readRecorded(cwd, 'genlock why');
  const { workspace, configuration, input, tree } = recorded;
  const { root } = workspace;
  const [, typed = place, digits] = /^(.*?)(?::(\d+))?$/u.exec(place) ?? [];
  const file = relative(root, resolve(cwd, typed)).split(sep).join('/');
  const { moved } = detectDrift(root);
  const path = moved.find(({ to }) => to === file)?.from ?? file;
  const read = (wanted: string): Uint8Array | undefined =>
    readProjectFile({ root }, moved.find(({ from }) => from === wanted)?.to ?? wanted);
  const onDisk = file.startsWith('..') ? undefined : readProjectFile({ root }, file);
  const rendered = tree.get(path);
  if (onDisk === undefined && rendered === undefined) {
    throw new GenlockError({ code: 'WHY_NO_FILE', message: `the project has no file ${typed}` });
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
    healed: workspace.healed,
    project: { name: configuration.config.name, root },
    file,
    ...(path === file ? {} : { movedFrom: path }),
    ...(isRecord ? { origin: { kind: 'record' } } : {}),
    ...(rendered === undefined ? {} : { owner: rendered.owner, origin: originOf(path, recorded) }),
    ...overriding({ root, file, paths: tree.keys() }),
    ...(asked === undefined
      ? {}
      : { line: { number: Number(digits), text: asked.text, isYours: isYours && !isRecord } }),
    isInEveryProject: !isYours && isInEveryProject(subject),
    reasons: isYours ? [] : reasonsFor(subject).map((reason) => withPlugin(reason, recorded)),
  };
}

/** Returns the override of a file, or the file that an override replaces. */
function overriding({
  root,
  file,
  paths,
}: {
  readonly root: string;
  readonly file: string;
  readonly paths: Iterable<string>;
}): Pick<WhyResult, 'replacedBy' | 'replaces'> {
  const exists = (path: string): boolean => readProjectFile({ root }, path) !== undefined;
  const replacedBy = overrideOf(file);
  if (replacedBy !== undefined) return exists(replacedBy) ? { replacedBy } : {};
  const path = overriddenBy(file);
  if (path === undefined) return {};
  if (exists(path)) return { replaces: { path, exists: true } };
  const nearest = closest(path, paths);
  return { replaces: { path, exists: false, ...(nearest === undefined ? {} : { nearest }) } };
}

interface AskedLine {
  readonly text: string;
  /** Index of the equal line in the rendered file; `undefined` if the user wrote the line. */
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
  if (plugin === undefined) return reason;
  const manifests = recorded.plugins.map((other) => other.plugin.manifest);
  const requiredBy = pluginsRequiring(reason.name, manifests);
  return { ...reason, plugin, ...(requiredBy.length > 0 && { requiredBy }) };
}

function pinned(name: string, { plugins }: Recorded): PinnedPlugin | undefined {
  const found = plugins.find(({ plugin }) => plugin.manifest.name === name)?.plugin;
  return found && { name, version: found.manifest.version, integrity: found.integrity };
}
