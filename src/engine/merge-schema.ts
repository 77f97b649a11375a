import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { validatePrismaSchema } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import type { Planned } from '../plan/changes.ts';
import type { MergeMode } from '../plan/merge-content.ts';
import { textsAfter } from '../project/planned-texts.ts';
import { prepareChanges, type PreparedChanges, type DesiredProject } from '../project/prepare.ts';

const schemaFiles = { folder: schemaFolder, ending: '.prisma' };

/**
 * `prepareChanges`, with a schema that Prisma takes: where files merged by model don't make one together they are merged
 * by line, and where those don't either they are conflicts. A schema that is broken already is no reason for any.
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

/** Whether the schema is one: once a plan is applied, or as it is on disk. */
async function isValid(root: string, planned?: Planned): Promise<boolean> {
  try {
    await validatePrismaSchema(textsAfter(root, planned, schemaFiles));
    return true;
  } catch (cause) {
    if (cause instanceof GenlockError && cause.code === 'DATA_SCHEMA_INVALID') return false;
    throw cause;
  }
}
