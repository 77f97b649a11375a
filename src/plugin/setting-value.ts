import type { SettingValue } from '../../sandbox/index.ts';
import { matchesSetting } from './setting-pattern.ts';

/** Rules for a setting's value. */
export interface ValueRule {
  readonly type: 'string' | 'number' | 'boolean';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isUrl: boolean;
  /** Valid pattern of a setting. */
  readonly pattern?: string | undefined;
}

/** Violated rule. `reason` is the end of a sentence. */
export interface ValueFault {
  readonly kind: 'type' | 'bounds' | 'url' | 'pattern';
  readonly reason: string;
}

const words = { string: 'text in quotes', number: 'a number', boolean: 'true or false' } as const;

/**
 * Checks a setting's value, either a default or from `genlock.json`.
 *
 * @returns the violated rule, or `undefined` if the value is valid
 */
export function valueFault(value: SettingValue, { type, min, max, isUrl, pattern }: ValueRule): ValueFault | undefined {
  if (typeof value !== type || (typeof value === 'number' && !Number.isFinite(value))) {
    return { kind: 'type', reason: `must be ${words[type]}` };
  }
  if (typeof value === 'number' && min !== undefined && value < min) {
    return { kind: 'bounds', reason: `must be at least ${min}` };
  }
  if (typeof value === 'number' && max !== undefined && value > max) {
    return { kind: 'bounds', reason: `must be at most ${max}` };
  }
  if (isUrl && typeof value === 'string' && !isWebAddress(value)) {
    return { kind: 'url', reason: 'must be a URL that begins with http:// or https://' };
  }
  if (pattern !== undefined && typeof value === 'string' && !matchesSetting(pattern, value)) {
    return { kind: 'pattern', reason: `must match ${pattern}` };
  }
  return undefined;
}

/**
 * Returns whether a string is an absolute http(s) URL. `URL` alone would accept `javascript:` and ignore line breaks.
 */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}\p{Cf}\\]+$/iu.test(text) && URL.canParse(text);
}
