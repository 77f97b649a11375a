import { dependencyNames } from '../plugin/manifest/dependency-name.ts';
import { dependencyRange } from '../plugin/manifest/dependency-range.ts';
import { refusal, type OperationValidator } from './context.ts';

/**
 * Validates the plugin's packages by the manifest's rules again, because stored contributions come from the project.
 */
export const validateDependencies: OperationValidator = function* (trial) {
  const code = 'JUDGE_DEPENDENCY_REFUSED';
  for (const { message } of dependencyNames(trial.manifest)) {
    yield refusal(trial, { code, reason: `has an invalid dependency: ${message}` });
  }
  for (const [name, range] of Object.entries(trial.manifest.dependencies)) {
    if (dependencyRange.safeParse(range).success) continue;
    yield refusal(trial, { code, reason: `needs ${name} from ${range}` });
  }
};
