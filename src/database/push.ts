import { GenlockError, type Problem } from '../errors/error.ts';
import { databaseLabel } from './database-url.ts';
import { type MigrationRequest, migrationTarget } from './migration-target.ts';
import { noFilters, schemasContainer, withEngine } from './schema-engine.ts';

export interface PushRequest extends MigrationRequest {
  /** Agrees to the loss of data. */
  readonly acceptDataLoss: boolean;
  /** Resolves to whether the user agrees to what is lost; absent where nobody can be asked. */
  readonly onDataLoss?: (warnings: readonly string[]) => Promise<boolean>;
}

export interface PushResult {
  /** Absolute path of the database's file; a server's URL without user and password. */
  readonly database: string;
  /** How many steps were taken; none if the database was as the schema says. */
  readonly executedSteps: number;
  /** What was lost, and agreed to. */
  readonly warnings: readonly string[];
}

/**
 * Makes the database what the schema says, without a migration: for trying things out.
 *
 * @throws GenlockError `DATA_LOSS` (nobody agreed), `DATA_UNEXECUTABLE`, `DATA_BUSY`, …
 */
export async function pushSchema(request: PushRequest): Promise<PushResult> {
  const target = await migrationTarget(request);
  await target.driver.make();
  return target.driver.exclusively(() =>
    withEngine(target, async (call) => {
      const push = (force: boolean) =>
        call((engine) => engine.schemaPush({ schema: schemasContainer(target.schema), force, filters: noFilters }));
      const tried = await push(false);
      refuse('DATA_UNEXECUTABLE', tried.unexecutable);
      const { warnings } = tried;
      const agreed = warnings.length > 0 && (request.acceptDataLoss || (await request.onDataLoss?.(warnings)) === true);
      if (!agreed) refuse('DATA_LOSS', warnings);
      const { executedSteps } = agreed ? await push(true) : tried;
      return { database: databaseLabel(target.database), executedSteps, warnings };
    }),
  );
}

function refuse(code: 'DATA_UNEXECUTABLE' | 'DATA_LOSS', messages: readonly string[]): void {
  const hint =
    code === 'DATA_LOSS'
      ? 'Run the command again with --accept-data-loss if that is wanted.'
      : 'Give the field a default or make it optional, or begin anew with `genlock db migrate reset`.';
  const [first, ...rest] = messages.map((message): Problem => ({ code, message, hint }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}
