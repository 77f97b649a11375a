/** Checks the size and depth of parsed JSON before schema validation. */
import { isPrototypeKey } from './syntax.ts';

const maximumDepth = 10;

/**
 * Returns why a value is invalid, or `undefined`: nested too deeply, more values than `maximumValues`, or a prototype
 * key. The check does not recurse, so deep nesting cannot overflow the stack.
 */
export function jsonFault(value: unknown, maximumValues: number): string | undefined {
  let left = maximumValues;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) return 'it is nested too deeply';
    const next: unknown[] = [];
    for (const item of level) {
      left -= 1;
      if (left < 0) return `it holds more than ${maximumValues} values`;
      if (typeof item !== 'object' || item === null) continue;
      if (!Array.isArray(item) && Object.keys(item).some(isPrototypeKey)) return 'it has a reserved prototype key';
      for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return undefined;
}
