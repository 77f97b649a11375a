import { codePoints, deceptiveWord } from '../core/alphabets.ts';
import { pathProblem, pathProblems } from '../core/paths.ts';
import { ambiguousModules } from '../render/module-clashes.ts';
import { entityPaths } from './entity-paths.ts';
import { hasShortName, looseFold, reservedBy } from './path-rules.ts';
import type { ReservedCode } from './reserved-paths.ts';
import { ofKind, refusal, type OperationValidator, type ValidationContext } from './context.ts';

const reasons: Readonly<Record<ReservedCode, string>> = {
  JUDGE_PATH_TOOL: 'which a tool reads or runs',
  JUDGE_PATH_CORE: 'which is rendered by Genlock',
  JUDGE_PATH_AUTH: 'which belongs to the plugin that provides authentication',
  JUDGE_PATH_MAIL: 'which belongs to the plugin that provides mail',
  JUDGE_PATH_SKELETON: 'which belongs to the skeleton of the project',
};

/** Validates the paths of contributed files: no reserved paths, all paths distinct, all sources in the package. */
export const validateCopyTemplates: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'copyTemplates');
  const fine: string[] = [];
  const entityAt = entityPaths(trial.model);
  for (const path of trial.own) {
    const fault = pathFault(path, trial) ?? entityFault(path, entityAt);
    if (fault === undefined) fine.push(path);
    else yield refusal(trial, fault);
  }
  for (const { path, problem } of pathProblems(fine)) {
    yield refusal(trial, { code: 'JUDGE_PATH_TWIN', reason: `writes ${path}, which ${problem}` });
  }
  for (const { request, runs, checked } of ambiguousModules(fine)) {
    const reason = `writes ${runs} and ${checked}: for the import "${request}", Vite loads the first and TypeScript checks the second`;
    yield refusal(trial, { code: 'JUDGE_PATH_TWIN', reason });
  }
  for (const file of operations.flatMap(({ files }) => files)) {
    if (!('source' in file) || trial.files.has(file.source)) continue;
    const reason = `copies ${file.source} to ${file.path}, but its package does not contain it`;
    yield refusal(trial, { code: 'JUDGE_SOURCE_MISSING', reason });
  }
};

type Fault = Parameters<typeof refusal>[1];

function pathFault(path: string, trial: ValidationContext): Fault | undefined {
  const folded = looseFold(path);
  const code = reservedBy(folded).find((reserved) => !isFor(reserved, trial));
  if (code !== undefined) return { code, reason: `writes ${path}, ${reasons[code]}` };
  const problem = pathProblem(path) ?? pathProblem(folded);
  if (problem !== undefined) return { code: 'JUDGE_PATH_INVALID', reason: `writes ${path}, which ${problem}` };
  const word = deceptiveWord(path);
  if (word !== undefined) {
    const reason = `writes ${path}, where "${word}" has letters that look like those of another alphabet (${codePoints(word)})`;
    return { code: 'JUDGE_PATH_INVALID', reason };
  }
  if (hasShortName(folded)) {
    return { code: 'JUDGE_PATH_INVALID', reason: `writes ${path}, which may be the short name of another file` };
  }
  return undefined;
}

function entityFault(path: string, entityAt: ReturnType<typeof entityPaths>): Fault | undefined {
  const entity = entityAt(looseFold(path));
  if (entity === undefined) return undefined;
  const reason = `writes ${path}, which belongs to the entity ${entity.names.pascal}`;
  return { code: 'JUDGE_PATH_ENTITY', reason };
}

/** Returns whether a reserved path is allowed for this plugin. */
function isFor(code: ReservedCode, { manifest, isSkeleton }: ValidationContext): boolean {
  if (code === 'JUDGE_PATH_AUTH') return manifest.provides === 'auth';
  if (code === 'JUDGE_PATH_MAIL') return manifest.provides === 'mail';
  return code === 'JUDGE_PATH_SKELETON' && isSkeleton;
}
