import type { Operation, OperationKind } from '../../sandbox/index.ts';
import { throwProblems, type Problem } from '../errors/error.ts';
import { validateAdminMenu } from './admin-menu.ts';
import { validateApiRoutes } from './api-routes.ts';
import { validateCopyTemplates } from './copy-templates.ts';
import { validateCss } from './css.ts';
import { validateDependencies } from './dependencies.ts';
import { validateExtendEntity } from './extend-entity.ts';
import { validateGuardModel } from './guard-model.ts';
import { validateHooks } from './hooks.ts';
import { validateJobs } from './jobs.ts';
import { validateMiddleware } from './middleware.ts';
import { contributedPaths } from './modules.ts';
import { validatePrismaSchema } from './prisma-schema.ts';
import { validateProvider } from './provider.ts';
import { validateSecurityPolicy } from './security-policy.ts';
import { validateSettings } from './settings.ts';
import { validateSlot } from './slot.ts';
import { validateStyleFiles } from './style-files.ts';
import type { OperationValidator, Diagnostic, Subject, ValidationContext } from './context.ts';

export type { Subject } from './context.ts';

/** Validators by operation kind. A missing validator is a compile error. */
export const validators: Readonly<Record<OperationKind, OperationValidator>> = {
  copyTemplates: validateCopyTemplates,
  registerAPIRoutes: validateApiRoutes,
  registerAdminMenu: validateAdminMenu,
  registerPrismaSchema: validatePrismaSchema,
  registerSettings: validateSettings,
  registerProvider: validateProvider,
  registerCSS: validateCss,
  guardModel: validateGuardModel,
  registerSecurityPolicy: validateSecurityPolicy,
  registerMiddleware: validateMiddleware,
  registerHooks: validateHooks,
  registerJobs: validateJobs,
  registerSlot: validateSlot,
  extendEntity: validateExtendEntity,
};

/** Problems and warnings for the operations of one plugin. */
export interface ValidationResult {
  /** Empty if the operations can be rendered. */
  readonly problems: readonly Problem[];
  /** Minor problems that do not prevent rendering. */
  readonly warnings: readonly string[];
}

/** Limit of reported problems and warnings. */
const mostRemarks = 1000;

/**
 * Validates the operations of one plugin, whose schemas are already checked. `render` finds conflicts between plugins.
 * The rules also apply to bundled plugins.
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
  yield* validateDependencies(trial);
  yield* validateStyleFiles(trial);
  for (const rules of Object.values(validators)) yield* rules(trial);
}

/**
 * Validates operations and returns their warnings.
 *
 * @throws GenlockError JUDGE_… with all problems at once
 */
export function requireValidOperations(operations: readonly Operation[], subject: Subject): readonly string[] {
  const { problems, warnings } = validateOperations(operations, subject);
  throwProblems(problems);
  return warnings;
}
