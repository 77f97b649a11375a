import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { overwriteFile } from '../../apply/write-file.ts';
import { GenlockError, type Problem } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import type { Plan } from '../../plan/plan.ts';
import { printJson, tryParseJson } from '../../core/json.ts';
import { readChunks } from '../../project/file-reader.ts';
import { lockfilePath, recordsFolder } from '../../project/records.ts';
import type { ChangePorts, ChangeProposal, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies, type PolicyWorkspace } from '../../engine/policy-workspace.ts';
import { changeResult, executeChange, requestedDiff } from '../../engine/execute.ts';
import { proposeChange } from '../../engine/propose.ts';
import { installedNames, isPath, selectPlugins } from '../../engine/select-plugins.ts';

/** Options of `genlock plan`. */
export interface PlanRequest extends Pick<ChangeRequest, 'cwd'> {
  /** Plugins to add, in the syntax of `genlock add`. */
  readonly add: readonly string[];
  /** Names of plugins to remove. */
  readonly remove: readonly string[];
  /** Absolute path for saving the plan, if requested. */
  readonly out?: string;
  readonly diff?: boolean;
  readonly network?: boolean;
}

/** Requested plugin changes. */
type Wish = Pick<PlanRequest, 'add' | 'remove'>;

/** Maximum file size in bytes. A plan with ten thousand files has three million bytes. */
const largest = 64 * 1024 * 1024;

const named = { path: z.string().max(300), owner: z.string().max(300) };
const savedSchema = z.strictObject({
  version: z.literal(1),
  /** Genlock version that created the plan. */
  genlock: z.string().max(100),
  request: z.strictObject({ add: z.array(z.string()).max(1000), remove: z.array(z.string()).max(1000) }),
  plan: z.strictObject({
    version: z.literal(1),
    changes: z.array(z.looseObject(named)),
    conflicts: z.array(z.looseObject(named)),
  }),
});

/**
 * Plans the changes of `sync` with plugins to add and to remove. Writes only the plan file, if requested.
 *
 * @throws GenlockError for every problem
 */
export async function planProject(request: PlanRequest, ports: ChangePorts): Promise<ChangeResult> {
  const { cwd, out, diff = false, network = false } = request;
  const workspace = await openWithPolicies({ cwd, network, dryRun: false, command: 'genlock plan' }, ports);
  const planned = await planWish(request, {
    workspace,
    request: { cwd, yes: false, dryRun: true, diff, install: false, network },
    ports,
  });
  const { plan } = planned.prepared;
  if (out !== undefined) await overwriteFile(out, printSaved(request, { workspace, plan }));
  const status = plan.changes.length === 0 ? 'unchanged' : 'planned';
  return changeResult(planned, { status, installed: false, ...(await requestedDiff(planned)) });
}

/** Options of `genlock apply`. */
export interface ApplyRequest extends ChangeRequest {
  /** Absolute path of the saved plan. */
  readonly file: string;
}

/**
 * Applies a saved plan. The plan is not trusted: its request is planned again and applied only if the result is equal.
 *
 * @throws GenlockError PROJECT_PLAN_INVALID, PROJECT_CHANGED_SINCE_PLAN with the files that differ, and everything that
 * planning throws; the project is unchanged then
 */
export async function applySaved(request: ApplyRequest, ports: ChangePorts): Promise<ChangeResult> {
  const saved = readSaved(request.file);
  const workspace = await openWithPolicies({ ...request, command: 'genlock apply' }, ports);
  const planned = await planWish(saved.request, { workspace, request: { ...request, cwd: workspace.root }, ports });
  requireEqual(saved.plan, planned.prepared.plan);
  return executeChange(planned, ports);
}

async function planWish(
  wish: Wish,
  {
    workspace,
    request,
    ports,
  }: { readonly workspace: PolicyWorkspace; readonly request: ChangeRequest; readonly ports: ChangePorts },
): Promise<ChangeProposal> {
  const { lockfile, root } = workspace;
  const policy = await workspace.policy();
  const context = { cwd: request.cwd, root, lockfile, offline: request.network !== true, policy };
  const { plugins: given, names, versions } = await selectPlugins(wish.add, context, ports);
  const without = installedNames(wish.remove, workspace.lockfile);
  const edits = { plugins: names, without, versions };
  const intent = { workspace, command: 'genlock apply', given, edits, topic: 'apply', rerun: 'bytes' } as const;
  // A saved plan contains no answer, so an answer would make each plan different from the saved one.
  const { chooseAccess: _, ...silent } = ports;
  return proposeChange(intent, request, silent);
}

/**
 * Formats a plan for saving. Folders are relative to the project's root, so that the plan does not depend on the
 * current folder.
 */
function printSaved(
  { add, remove, cwd }: PlanRequest,
  { workspace, plan }: { readonly workspace: PolicyWorkspace; readonly plan: Plan },
): string {
  const fromRoot = (spec: string): string =>
    isPath(spec) ? `./${relative(workspace.root, resolve(cwd, spec)).split(sep).join('/')}` : spec;
  const request = { add: add.map(fromRoot), remove };
  return printJson({ version: 1, genlock: ownPackage().version, request, plan });
}

function readSaved(file: string): z.infer<typeof savedSchema> {
  if (!existsSync(file)) {
    const hint = 'Check the path. `genlock plan --out <file>` saves a plan.';
    throw new GenlockError({ code: 'PROJECT_UNREADABLE', message: `${file} does not exist`, where: { file }, hint });
  }
  const result = savedSchema.safeParse(tryParseJson(Buffer.concat([...readChunks(file, largest)]).toString('utf8')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const reason = [issue?.path.join('.'), issue?.message].filter((part) => part !== undefined && part !== '').join(': ');
  throw new GenlockError({
    code: 'PROJECT_PLAN_INVALID',
    message: `${file} is not a plan that this Genlock version supports (${reason})`,
    where: { file },
  });
}

function requireEqual(saved: z.infer<typeof savedSchema>['plan'], plan: Plan): void {
  const now: z.infer<typeof savedSchema>['plan'] = JSON.parse(JSON.stringify(plan));
  const differing = (['changes', 'conflicts'] as const).flatMap((list) => {
    const [one, other] = [byPath(saved[list]), byPath(now[list])];
    return [...new Set([...one.keys(), ...other.keys()])].filter(
      (path) => !isDeepStrictEqual(one.get(path), other.get(path)),
    );
  });
  // Records differ whenever a file differs, so they are reported only if no file does.
  const files = [...new Set(differing)].filter((path) => !isRecord(path));
  const [first, ...others] = files.length > 0 ? files : new Set(differing);
  if (first !== undefined) throw new GenlockError([differs(first), ...others.map(differs)]);
}

const isRecord = (path: string): boolean => path === lockfilePath || path.startsWith(`${recordsFolder}/`);

function differs(file: string): Problem {
  return {
    code: 'PROJECT_CHANGED_SINCE_PLAN',
    message: `the change of ${file} differs from the saved plan`,
    where: { file },
    hint: 'Nothing was changed. Save a new plan with `genlock plan --out <file>` and review it.',
  };
}

function byPath<Item extends { readonly path: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.path, item]));
}
