import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPlugins } from '../../src/flows/plugins/add.ts';
import type { ChangeRequest } from '../../src/engine/change.ts';
import { changeEntity } from '../../src/flows/project/entity.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { removePlugins } from '../../src/flows/plugins/remove.ts';
import { resolveConflicts } from '../../src/flows/project/resolve.ts';
import { syncProject } from '../../src/flows/project/sync.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { prepareResolution } from '../../src/project/resolve.ts';
import { quietPorts } from '../support/ports.ts';
import type { Commands, Wish } from './commands.ts';
import { ingredientsOf } from './engine.ts';
import type { World } from './world.ts';

/** The commands as `genlock` has them, in process. */
export const flows: Commands = {
  made: (world) => ingredientsOf(world),
  init: async ({ root, folder }, text) => {
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'shop.json');
    writeFileSync(config, text);
    const request = { cwd: folder, root, config, plugins: [] };
    await initProject({ ...request, yes: true, dryRun: false, install: false }, quietPorts);
    rmSync(config);
  },
  plan: (world, wish) => flow(world, wish, true),
  run: (world, wish) => flow(world, wish, false),
};

async function flow(world: World, wish: Wish, dryRun: boolean): Promise<Plan> {
  const request = { cwd: world.root, yes: true, dryRun, install: false };
  if (wish.kind !== 'resolve') return (await changing(world, wish, request)).plan;
  // The flow tells paths only: the plan is made the same way before.
  const { plan } = prepareResolution(world.root, wish.how).planned;
  await resolveConflicts({ cwd: world.root, how: wish.how, dryRun });
  return plan;
}

function changing({ folder }: World, wish: Exclude<Wish, { kind: 'resolve' }>, request: ChangeRequest) {
  if (wish.kind === 'sync') return syncProject(request, quietPorts);
  if (wish.kind === 'entity') return changeEntity(wish.action, request, quietPorts);
  const { kind, plugins } = wish;
  if (kind === 'remove') return removePlugins({ ...request, plugins }, quietPorts);
  if (kind === 'update') return updatePlugins({ ...request, plugins }, quietPorts);
  return addPlugins({ ...request, plugins: plugins.map((name) => join(folder, 'plugins', name)) }, quietPorts);
}
