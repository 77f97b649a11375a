import * as z from 'zod';
import { refuse, type SchemaFault } from '../../core/schema-check.ts';
import { suggestionFor } from '../../core/suggestion.ts';
import type { ErrorCode } from '../../errors/codes.ts';

/** What is wrong with one value, if anything; its place is known to whoever asks. */
export type Fault = Omit<SchemaFault, 'path'>;

/** Text that one rule judges. */
export function validatedText(fault: (text: string) => Fault | undefined): z.ZodString {
  return z.string().check((context) => {
    const found = fault(context.value);
    if (found !== undefined) refuse(context, found);
  });
}

/** One word of a fixed list; any other is refused with the word it was probably meant to be. */
export function oneOf<const Word extends string>(words: readonly Word[], options: { code: ErrorCode; noun: string }) {
  return z.string().transform((given, context): Word => {
    const word = words.find((candidate) => candidate === given);
    if (word !== undefined) return word;
    const message = `${JSON.stringify(given)} is no ${options.noun}.`;
    refuse(context, { code: options.code, message, hint: suggestionFor(given, words) });
    return z.NEVER;
  });
}

/** The entries of the object at one key of a value; none if there is no object. */
export function entriesAt(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const inner = valueAt(value, key);
  return isObject(inner) ? Object.entries(inner) : [];
}

/** The value of an own key of whatever may be an object. */
export function valueAt(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
