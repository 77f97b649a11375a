import * as z from 'zod';
import { refuse, type SchemaFault } from '../../core/schema-check.ts';
import { suggestionFor } from '../../core/suggestion.ts';
import type { ErrorCode } from '../../errors/codes.ts';

/** Problem of one value, without its path, which the caller knows. */
export type Fault = Omit<SchemaFault, 'path'>;

/** Creates a string schema with one rule. */
export function validatedText(fault: (text: string) => Fault | undefined): z.ZodString {
  return z.string().check((context) => {
    const found = fault(context.value);
    if (found !== undefined) refuse(context, found);
  });
}

/** Creates a schema for one of several words. Suggests the nearest word for other values. */
export function oneOf<const Word extends string>(words: readonly Word[], options: { code: ErrorCode; noun: string }) {
  return z.string().transform((given, context): Word => {
    const word = words.find((candidate) => candidate === given);
    if (word !== undefined) return word;
    const message = `${JSON.stringify(given)} is not a valid ${options.noun}.`;
    refuse(context, { code: options.code, message, hint: suggestionFor(given, words) });
    return z.NEVER;
  });
}

/** Returns the entries of the object at one key; empty if the value is not an object. */
export function entriesAt(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const inner = valueAt(value, key);
  return isObject(inner) ? Object.entries(inner) : [];
}

/** Returns the value of an own property; `undefined` if the value is not an object. */
export function valueAt(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
