import { type Code, group, hardline, indent, join, line, print, softline } from './code.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Prints JSON like the formatter: objects with one key per line, arrays on one line if they fit. */
export function printJson(value: Json): string {
  return print(document(value));
}

function document(value: Json): Code {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return group(['[', indent([softline, join([',', line], value.map(document))]), softline, ']']);
  }
  const entries = Object.entries(value).map(([key, item]) => [JSON.stringify(key), ': ', document(item)]);
  if (entries.length === 0) return '{}';
  return ['{', indent([hardline, join([',', hardline], entries)]), hardline, '}'];
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
