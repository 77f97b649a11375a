import type { NameFault } from '../names.ts';
import type { Part, Token } from './scan.ts';

/** A position in the short form of an entity. */
export interface ShortFormPlace {
  /** The whole token, such as `title:Strng!`. */
  readonly token: string;
  /** Where the part starts in the given line or argument; counts from 1. */
  readonly column: number;
  /** Index of the argument or line; counts from 0. */
  readonly source: number;
}

/** An error in the short form of an entity: code, message, fix and position. */
export interface ShortFormFault extends NameFault, ShortFormPlace {}

/** A token, the text it was read from, and the faults found so far. */
export interface Reading {
  readonly token: Token;
  readonly text: string;
  /** Index of the argument or line; counts from 0. */
  readonly source: number;
  readonly faults: ShortFormFault[];
}

/** Returns where a part of the token starts. The default is the start of the token. */
export function placeOf(
  { token, text, source }: Omit<Reading, 'faults'>,
  { at }: Pick<Part, 'at'> = token,
): ShortFormPlace {
  return { token: text.slice(token.at, token.end), column: at + 1, source };
}

/** Adds a fault at a part of the token; the grammar's own faults have the code `USAGE`. */
export function report(reading: Reading, part: Pick<Part, 'at'>, fault: NameFault): void {
  reading.faults.push({ ...fault, ...placeOf(reading, part) });
}

/** `Did you mean title:String:max=80?`: the token with one part replaced. */
export function meant({ token, text }: Reading, part: Part, replacement: string): string {
  const before = text.slice(token.at, part.at);
  const after = text.slice(part.end, token.end);
  const corrected = replacement === '' ? before.replace(/:$/u, '') + after : before + replacement + after;
  return `Did you mean ${corrected}?`;
}
