import type { Rename } from '../data-layer/renames.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import { databaseLabel } from './database-url.ts';
import { dropsOf, isAbout, lossesOf } from './drops.ts';
import { isAboutValues, unknownHint, unknownSentences, unknownValues } from './enum-values.ts';
import { refuseLeftovers } from './leftovers.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { migrationHint, misplacedRelations, refuseForeignRows } from './relation-tables.ts';
import { renamePlan } from './renaming.ts';
import { noFilters, schemasContainer, withEngine } from './schema-engine.ts';

export interface PushRequest extends MigrationRequest {
  /** The tables of relations, which show rows that only a rename keeps. Other renames are ignored. */
  readonly renames?: readonly Rename[];
  /** Agrees to the loss of data. */
  readonly acceptDataLoss: boolean;
  /** Asks the user to accept data loss. Absent without a terminal. */
  readonly onDataLoss?: (warnings: readonly string[]) => Promise<boolean>;
}

export interface PushResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  /** The number of executed steps; 0 if the database matched the schema. */
  readonly executedSteps: number;
  /** The accepted data losses. */
  readonly warnings: readonly string[];
}

const comparison = { isPush: true };

/**
 * Applies the schema to the database without a migration, for prototyping.
 *
 * @throws GenlockError `DATA_LOSS` (not accepted), `DATA_RELATION_AMBIGUOUS`, `DATA_UNEXECUTABLE`, `DATA_BUSY`, …
 */
export async function pushSchema(request: PushRequest): Promise<PushResult> {
  const target = await migrationTarget(request);
  await target.driver.make();
  return target.driver.exclusively(async () => {
    await refuseLeftovers(target);
    return withEngine(target, async ({ call, known, together }) => {
      const push = (force: boolean) =>
        call(
          (engine) =>
            together(() => engine.schemaPush({ schema: schemasContainer(target.schema), force, filters: noFilters })),
          comparison,
        );
      // The engine drops empty tables and columns without a warning, so they are collected first.
      const plan = await renamePlan(target, await known(comparison));
      refuse('DATA_LOSS', unknownSentences(await unknownValues(plan, target.driver)), unknownHint);
      const misplaced = misplacedRelations(request.renames ?? [], plan);
      refuseForeignRows(misplaced);
      const drops = dropsOf(plan);
      const going = lossesOf([], drops);
      const hint = misplaced.length === 0 ? undefined : migrationHint;
      if (!(await accepts(request, going))) refuse('DATA_LOSS', going, hint);
      const tried = await push(false);
      refuse('DATA_UNEXECUTABLE', tried.unexecutable);
      const warnings = tried.warnings.filter((warning) => !isAboutValues(warning));
      const more = warnings.filter((warning) => !drops.some((drop) => isAbout(warning, drop)));
      const agreed = tried.warnings.length > 0 && (await accepts(request, more));
      if (!agreed) refuse('DATA_LOSS', warnings);
      const { executedSteps } = agreed ? await push(true) : tried;
      return { database: databaseLabel(target.database), executedSteps, warnings: lossesOf(warnings, drops) };
    });
  });
}

function refuse(code: 'DATA_UNEXECUTABLE' | 'DATA_LOSS', messages: readonly string[], fix?: string): void {
  const hint =
    fix ??
    (code === 'DATA_LOSS'
      ? 'Run the command again with --accept-data-loss if that is wanted.'
      : 'Give the field a default or make it optional, or begin anew with `genlock db migrate reset`.');
  const [first, ...rest] = messages.map((message): Problem => ({ code, message, hint }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}

async function accepts({ acceptDataLoss, onDataLoss }: PushRequest, losses: readonly string[]): Promise<boolean> {
  return losses.length === 0 || acceptDataLoss || (await onDataLoss?.(losses)) === true;
}
