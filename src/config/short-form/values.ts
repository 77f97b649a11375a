import type { FieldDefault } from '../config.ts';
import { parsedJson, type Value } from './scan.ts';

/** The default a value means for a type. A value of another type is kept: the rules of fields report it. */
export function defaultOf({ kind, text }: Value, type: string): FieldDefault {
  if (kind === 'quoted') return text;
  if (type === 'Decimal' || type === 'BigInt') return numberOrText({ kind, text });
  if (!['Int', 'Float', 'Boolean', 'Json'].includes(type)) return text;
  const parsed = parsedJson(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON text gives JSON values only
  return parsed === undefined ? text : (parsed as FieldDefault);
}

/** A number where the digits are exactly how JavaScript prints it, else the digits as text: `9.99`, but `"9.90"`. */
export function numberOrText({ kind, text }: Value): number | string {
  return kind === 'plain' && String(Number(text)) === text && text !== 'NaN' ? Number(text) : text;
}
