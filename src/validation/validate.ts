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
import type { OperationValidator, Diagnostic, Subject, ValidationContext } from './context.ts';

export type { Subject } from './context.ts';

/** One judge a kind of operation: a kind without one doesn't compile. */
export const validators: Readonly<Record<OperationKind, OperationValidator>> = {
  copyTemplates: judgeCopyTemplates,
  registerAPIRoutes: judgeApiRoutes,
  registerAdminMenu: judgeAdminMenu,
  registerPrismaSchema: judgePrismaSchema,
  registerSettings: judgeSettings,
  registerProvider: judgeProvider,
  registerCSS: judgeCss,
};

/** What the operations of one plugin come to. */
export interface ValidationResult {
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
export function validateOperations(operations: readonly Operation[], subject: Subject): ValidationResult {
  const trial: ValidationContext = { ...subject, operations, own: contributedPaths(operations) };
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const remark of remarksOn(trial)) {
    if ('code' in remark) problems.push(remark);
    else warnings.push(remark.warning);
    if (problems.length + warnings.length >= mostRemarks) break;
  }
  return { problems, warnings };
}

function* remarksOn(trial: ValidationContext): Iterable<Diagnostic> {
  yield* judgeDependencies(trial);
  for (const rules of Object.values(validators)) yield* rules(trial);
}

/**
 * The warnings of operations that may be rendered.
 *
 * @throws GenlockError JUDGE_… with all problems at once
 */
export function requireValidOperations(operations: readonly Operation[], subject: Subject): readonly string[] {
  const { problems, warnings } = validateOperations(operations, subject);
  throwProblems(problems);
  return warnings;
}
