import { RE2JS } from 're2js';
import { isExponential, patternSyntaxFault, slowPattern, wholeMatch } from '../config/pattern.ts';
import { withinTime } from '../core/time-limit.ts';

/** Maximum number of patterns of one plugin. */
export const mostPatterns = 100;
/** Maximum length of a default with a pattern, in characters. */
export const longestMatchedDefault = 1000;
/** Maximum number of instructions of a compiled pattern. Each character visits each instruction at most once. */
const mostInstructions = 2000;
/** Time limit for the analysis of all patterns of a plugin, in milliseconds. */
const analysisTime = 2000;

/**
 * Checks the patterns of a plugin's settings. A pattern is a regular expression of JavaScript with the flag `u`, without
 * lookaround and backreferences. Genlock matches it in linear time. The generated server matches the values of
 * environment variables with JavaScript's own expressions, so patterns with exponential backtracking are refused too.
 *
 * @returns pattern → problem as a sentence, for invalid patterns
 */
export function settingPatternFaults(patterns: Iterable<string>): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const end = performance.now() + analysisTime;
  for (const pattern of new Set(patterns)) {
    const fault =
      patternSyntaxFault(pattern) ?? linearFault(pattern) ?? (isSlow(pattern, end) ? slowPattern : undefined);
    if (fault !== undefined) faults.set(pattern, fault);
  }
  return faults;
}

function linearFault(pattern: string): string | undefined {
  if (isDirect(pattern)) return undefined;
  try {
    if (linear(pattern).programSize() <= mostInstructions) return undefined;
    return 'The repetitions of the pattern need too much time.';
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /u, '') : String(error);
    return `The pattern cannot be matched in linear time: ${reason}.`;
  }
}

/** Returns whether a valid pattern matches a whole text, in time proportional to the product of their lengths. */
export function matchesSetting(pattern: string, text: string): boolean {
  return isDirect(pattern) ? wholeMatch(pattern).test(text) : linear(pattern).matches(text);
}

/**
 * Returns whether JavaScript's own expression takes linear time: no group and at most one repetition. Most patterns
 * need no library therefore.
 */
function isDirect(pattern: string): boolean {
  return !pattern.includes('(') && (pattern.match(/[*+?{]/gu)?.length ?? 0) <= 1;
}

/**
 * Compiles a pattern for RE2. There, `.` and `\s` match other characters than in JavaScript.
 *
 * @throws Error if RE2 does not support the pattern
 */
function linear(pattern: string): RE2JS {
  let isInClass = false;
  const translated = pattern.replaceAll(/\\.|[[\].]/gsu, (token) => {
    if (token === '[' || token === ']') isInClass = token === '[';
    if (token === '\\s') return isInClass ? spaces : `[${spaces}]`;
    if (isInClass) return token;
    if (token === '\\S') return `[^${spaces}]`;
    return token === '.' ? String.raw`[^\n\r\x{2028}\x{2029}]` : token;
  });
  return RE2JS.compile(RE2JS.translateRegExp(translated));
}

/** Members of `\s` in JavaScript. */
const spaces = String.raw`\s\v\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

/**
 * Returns whether JavaScript's own expression takes exponential time, or cannot be analysed before `end`. The analysis of
 * a crafted pattern can itself take minutes.
 */
function isSlow(pattern: string, end: number): boolean {
  if (isDirect(pattern)) return false;
  try {
    return withinTime(Math.max(1, Math.ceil(end - performance.now())), () => isExponential(pattern));
  } catch {
    return true;
  }
}
