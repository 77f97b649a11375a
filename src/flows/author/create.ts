import { join, relative } from 'node:path';
import { applyPlan } from '../../apply/apply.ts';
import { recover } from '../../apply/recover.ts';
import { GenlockError } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { planChanges } from '../../plan/changes.ts';
import type { NextStep, Plan } from '../../plan/plan.ts';
import { defaultScaffoldCalls, type ScaffoldCall, type ScaffoldLanguage } from '../../plugin/scaffold-calls.ts';
import { scaffoldNames } from '../../plugin/scaffold-names.ts';
import { scaffoldPlugin } from '../../plugin/scaffold.ts';
import { digestOf } from '../../core/digest.ts';
import { openProject } from '../../project/open.ts';
import { commandWord } from '../../core/command-word.ts';

/** Options of `genlock plugin create`. */
export interface PluginCreateRequest {
  /** Absolute path of the folder in which the plugin's folder is created. */
  readonly cwd: string;
  /** Package name, with or without a scope. */
  readonly name: string;
  /** Default: TypeScript. */
  readonly language?: ScaffoldLanguage;
  /** SDK calls of the generator. Default: a page, a route and a menu entry. */
  readonly calls?: readonly ScaffoldCall[];
  readonly dryRun: boolean;
}

/** Result of `genlock plugin create`; `--json` prints exactly this object. */
export interface PluginCreateResult {
  /** `planned` after a dry run. */
  readonly status: 'created' | 'planned';
  readonly plugin: { readonly name: string; readonly folder: string };
  readonly plan: Plan;
  /** Next steps, in order. */
  readonly steps: readonly NextStep[];
}

/**
 * Creates a working plugin in a new folder. By default, it adds a page, a route, a model, a setting and their tests.
 * Writes all files or none. The folder must be empty.
 *
 * @throws GenlockError PLUGIN_NAME_INVALID, PLUGIN_NAME_TAKEN, PROJECT_NOT_EMPTY, and everything `applyPlan` throws
 */
export async function createPlugin(request: PluginCreateRequest): Promise<PluginCreateResult> {
  const { cwd, dryRun, language = 'typescript', calls = defaultScaffoldCalls } = request;
  const names = scaffoldNames(request.name);
  const command = `genlock plugin create ${names.folder}`;
  const root = await emptyFolder(join(cwd, names.folder), { command, dryRun });
  const { plan, contents } = planChanges({
    baseline: new Map(),
    working: new Map(),
    desired: scaffoldPlugin(names, { language, calls }),
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

/** Returns the folder's real path after recovering from an interrupted command. */
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
  throw new GenlockError({ code: 'PROJECT_NOT_EMPTY', message: `${root} is not empty` });
}

function stepsIn(folder: string): readonly NextStep[] {
  const path = commandWord(folder);
  return [
    { command: `genlock init demo --plugins ./${path}`, reason: 'Creates a project with the plugin.' },
    { command: `cd ${path}`, reason: 'Opens the plugin folder.' },
    { command: 'genlock plugin validate', reason: 'Runs the plugin in the sandbox and checks its contributions.' },
    // A registry might not have this Genlock version.
    {
      command: `npm install --no-save ${commandWord(ownPackage().root)} && npm run typecheck && npm test`,
      reason: 'Installs the types for your editor, checks the types and runs the tests.',
    },
  ];
}
