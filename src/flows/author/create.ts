import { join, relative } from 'node:path';
import { applyPlan } from '../../apply/apply.ts';
import { recover } from '../../apply/recover.ts';
import { GenlockError } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { planChanges } from '../../plan/changes.ts';
import type { NextStep, Plan } from '../../plan/plan.ts';
import { scaffoldNames } from '../../plugin/scaffold-names.ts';
import { scaffoldPlugin } from '../../plugin/scaffold.ts';
import { digestOf } from '../../core/digest.ts';
import { openProject } from '../../project/open.ts';
import { commandWord } from '../../core/command-word.ts';

/** What `genlock plugin create` was asked to do. */
export interface PluginCreateRequest {
  /** Absolute; the plugin's folder is made in it. */
  readonly cwd: string;
  /** The package's name, with or without a scope. */
  readonly name: string;
  readonly dryRun: boolean;
}

/** What happened, as data; `--json` prints exactly this. */
export interface PluginCreateResult {
  /** `planned` after a dry run. */
  readonly status: 'created' | 'planned';
  readonly plugin: { readonly name: string; readonly folder: string };
  readonly plan: Plan;
  /** What there is to do next, in order. */
  readonly steps: readonly NextStep[];
}

/**
 * Makes a plugin that works: a page, a route, a model, a setting and tests of them, in a folder of its own. All of it
 * is written, or nothing; a folder that holds anything is refused.
 *
 * @throws GenlockError PLUGIN_NAME_INVALID, PLUGIN_NAME_TAKEN, PROJECT_NOT_EMPTY, and everything `applyPlan` throws
 */
export async function createPlugin(request: PluginCreateRequest): Promise<PluginCreateResult> {
  const { cwd, dryRun } = request;
  const names = scaffoldNames(request.name);
  const command = `genlock plugin create ${names.folder}`;
  const root = await emptyFolder(join(cwd, names.folder), { command, dryRun });
  const { plan, contents } = planChanges({
    baseline: new Map(),
    working: new Map(),
    desired: scaffoldPlugin(names),
    digestOf,
  });
  if (!dryRun) await applyPlan({ root, plan, contents, command });
  return {
    status: dryRun ? 'planned' : 'created',
    plugin: { name: names.package, folder: root },
    plan,
    steps: dryRun ? [] : stepsIn(relative(cwd, root)),
  };
}

/** The folder's real path, after what an interrupted run may have left there is cleared away. */
async function emptyFolder(
  path: string,
  { command, dryRun }: { readonly command: string; readonly dryRun: boolean },
): Promise<string> {
  if (!dryRun) await recover({ root: path, command });
  const { root, state } = openProject(path);
  if (state === 'absent' || state === 'empty') return root;
  if (state === 'interrupted') {
    throw new GenlockError({ code: 'PROJECT_INTERRUPTED', message: `an earlier command was interrupted in ${root}` });
  }
  throw new GenlockError({ code: 'PROJECT_NOT_EMPTY', message: `${root} isn't empty` });
}

function stepsIn(folder: string): readonly NextStep[] {
  const path = commandWord(folder);
  return [
    { command: `genlock init demo --plugins ./${path}`, reason: 'A project with it.' },
    { command: `cd ${path}`, reason: 'The plugin.' },
    { command: 'genlock plugin validate', reason: 'Runs it in the sandbox and checks what it asks for.' },
    // A registry might not have this version of Genlock.
    {
      command: `npm install --no-save ${commandWord(ownPackage().root)} && npm test`,
      reason: 'Installs the types for your editor from this Genlock and runs the tests.',
    },
  ];
}
