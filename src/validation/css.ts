import { isCssName, isCssValue } from '../../sandbox/index.ts';
import { ofKind, refusal, type OperationValidator } from './context.ts';

/**
 * Validates theme variables by the plugin contract's grammar, so that a value cannot end its declaration or load a
 * resource.
 */
export const validateCss: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerCSS');
  for (const [name, value] of operations.flatMap(({ variables }) => Object.entries(variables))) {
    if (!isCssName(name)) {
      yield refusal(trial, { code: 'JUDGE_CSS_NAME', reason: `registers ${name}, which can't be a CSS variable` });
    }
    if (!isCssValue(value)) {
      yield refusal(trial, { code: 'JUDGE_CSS_VALUE', reason: `gives ${name} the value ${value}` });
    }
  }
};
