import type { Operation, OperationKind } from '../../sandbox/index.ts';
import { throwProblems, type Problem } from '../errors/error.ts';
import { judgeAdminMenu } from './admin-menu.ts';
import { judgeApiRoutes } from './api-routes.ts';
import { judgeCopyTemplates } from './copy-templates.ts';
import { judgeCss } from './css.ts';
import { judgeDependencies } from './dependencies.ts';
import { contributedPaths } from './modules.ts';
import { judgePrismaSchema } from './prisma-schema.ts';
import { judgeProvider } from './provider.ts';
import { judgeSettings } from './settings.ts';
import type { Judge, Remark, Subject, Trial } from './context.ts';

export type { Subject } from './context.ts';

/** One judge a kind of operation: a kind without one doesn't compile. */
export const judges: Readonly<Record<OperationKind, Judge>> = {
  copyTemplates: judgeCopyTemplates,
  registerAPIRoutes: judgeApiRoutes,
  registerAdminMenu: judgeAdminMenu,
  registerPrismaSchema: judgePrismaSchema,
  registerSettings: judgeSettings,
  registerProvider: judgeProvider,
  registerCSS: judgeCss,
};

/** What the operations of one plugin come to. */
export interface Judgement {
  /** Empty if the operations may be rendered. */
  readonly problems: readonly Problem[];
  /** Remarks that stop nothing. */
  readonly warnings: readonly string[];
}

/** Who contributes more faults than this is told of no more. */
const mostRemarks = 1000;

/**
 * Says what one plugin's operations, whose shapes are known to be right, may not mean. What needs several plugins at
 * once is found by `render`. The same rules hold for bundled plugins.
 */
export function judge(operations: readonly Operation[], subject: Subject): Judgement {
  const trial: Trial = { ...subject, operations, own: contributedPaths(operations) };
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const remark of remarksOn(trial)) {
    if ('code' in remark) problems.push(remark);
    else warnings.push(remark.warning);
    if (problems.length + warnings.length >= mostRemarks) break;
  }
  return { problems, warnings };
}

function* remarksOn(trial: Trial): Iterable<Remark> {
  yield* judgeDependencies(trial);
  for (const rules of Object.values(judges)) yield* rules(trial);
}

/**
 * The warnings of operations that may be rendered.
 *
 * @throws GenlockError JUDGE_… with all problems at once
 */
export function requireSound(operations: readonly Operation[], subject: Subject): readonly string[] {
  const { problems, warnings } = judge(operations, subject);
  throwProblems(problems);
  return warnings;
}
