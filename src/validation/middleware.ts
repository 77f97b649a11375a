import { isModuleName, moduleOf, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator } from './context.ts';

/** Validates handlers for all requests: each is a server module of the plugin, once at each position. */
export const validateMiddleware: OperationValidator = function* (trial) {
  const known = new Set<string>();
  for (const { position, module: name } of ofKind(trial.operations, 'registerMiddleware')) {
    const module = ownModule(name, trial);
    if (module?.startsWith('server/') !== true) {
      const reason = `registers ${name} as middleware, which is not a code module below server/ among its files`;
      yield refusal(trial, { code: 'JUDGE_MIDDLEWARE_MODULE', reason });
      continue;
    }
    if (!isModuleName(module)) {
      const reason = `registers ${module} as middleware, a name that is not valid in generated code`;
      yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
    }
    const key = `${position} ${moduleOf(module)}`;
    if (known.has(key)) {
      const reason = `registers ${name} as middleware at ${position} more than once`;
      yield refusal(trial, { code: 'JUDGE_MIDDLEWARE_TWICE', reason });
    }
    known.add(key);
  }
};
