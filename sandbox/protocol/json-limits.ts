/** Whether parsed JSON is small and shallow enough to look at; comes before any schema. */
import { isPrototypeKey } from './syntax.ts';

const maximumDepth = 10;

/**
 * What makes a value unfit, or nothing: nesting deeper than operations are, more values than `maximumValues`, or a
 * key that means something to every object. Walks without recursion, so no nesting can overflow the stack.
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
      if (!Array.isArray(item) && Object.keys(item).some(isPrototypeKey)) return 'it has a key every object inherits';
      for (const inner of Object.values(item)) next.push(inner);
    }
    level = next;
  }
  return undefined;
}
