import { isModuleName, moduleOf, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator } from './context.ts';

/**
 * Validates hooks: each is a server module of the plugin, once for each entity. Whether the entity exists depends on the
 * project, which can change later, so rendering checks it.
 */
export const validateHooks: OperationValidator = function* (trial) {
  const known = new Set<string>();
  for (const { entity, module: name } of ofKind(trial.operations, 'registerHooks')) {
    const module = ownModule(name, trial);
    if (module?.startsWith('server/') !== true) {
      const reason = `registers hooks in ${name}, which is not a code module below server/ among its files`;
      yield refusal(trial, { code: 'JUDGE_HOOKS_MODULE', reason });
      continue;
    }
    if (!isModuleName(module)) {
      const reason = `registers hooks in ${module}, a name that is not valid in generated code`;
      yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
    }
    const key = `${entity} ${moduleOf(module)}`;
    if (known.has(key)) {
      const reason = `registers the hooks in ${name} for ${entity} more than once`;
      yield refusal(trial, { code: 'JUDGE_HOOKS_TWICE', reason });
    }
    known.add(key);
  }
};
