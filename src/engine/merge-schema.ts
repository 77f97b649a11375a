import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { validatePrismaSchema } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import type { Planned } from '../plan/changes.ts';
import type { MergeMode } from '../plan/merge-content.ts';
import { textsAfter } from '../project/planned-texts.ts';
import { prepareChanges, type PreparedChanges, type DesiredProject } from '../project/prepare.ts';

const schemaFiles = { folder: schemaFolder, ending: '.prisma' };

/**
 * Calls `prepareChanges` until Prisma accepts the schema: first merges the schema files by model, then by line, and
 * finally marks conflicts. If the current schema is invalid already, the first result is used.
 *
 * @throws GenlockError as `prepareChanges`
 */
export async function prepareWithValidSchema(wanted: DesiredProject): Promise<PreparedChanges> {
  const modes: readonly MergeMode[] = ['structure', 'lines'];
  for (const mode of modes) {
    const planned = prepareWith(wanted, mode);
    const isMerged = planned.merged.some((path) => path.startsWith(`${schemaFolder}/`));
    if (!isMerged || (await isValid(wanted.root, planned)) || !(await isValid(wanted.root))) return planned;
  }
  return prepareWith(wanted, 'none');
}

function prepareWith(wanted: DesiredProject, mode: MergeMode): PreparedChanges {
  return prepareChanges({
    ...wanted,
    mergeModeOf: (path) => (path.startsWith(`${schemaFolder}/`) ? mode : 'structure'),
  });
}

/** Checks whether the schema on disk is valid, or the schema after a plan is applied. */
async function isValid(root: string, planned?: Planned): Promise<boolean> {
  try {
    await validatePrismaSchema(textsAfter(root, planned, schemaFiles));
    return true;
  } catch (cause) {
    if (cause instanceof GenlockError && cause.code === 'DATA_SCHEMA_INVALID') return false;
    throw cause;
  }
}
