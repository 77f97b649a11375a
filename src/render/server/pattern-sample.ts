import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { wholeOf } from './patterns.ts';

/** Strings that match a pattern: `before` and `after` a run of digits or letters that encodes a number. */
export interface PatternSample {
  readonly before: string;
  /** Absent if no part of the pattern can encode a number. */
  readonly counter?: Counter;
  readonly after: string;
}

interface Counter {
  /** The digits of the counter, in ascending order: `0123456789`. */
  readonly digits: '0123456789' | 'abcdefghijklmnopqrstuvwxyz' | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  /** The minimum width. */
  readonly width: number;
}

type Limits = { readonly min?: number | string; readonly max?: number | string };

const lengthOf = ({ min = 0, max = 1_000 }: Limits) => ({ least: Number(min), most: Number(max) });

/**
 * Returns a sample that matches a field's `pattern` and lengths, derived from the structure of the expression: the
 * shortest string, with a counter in the widest part. Lookarounds are ignored.
 *
 * @returns undefined if no sample matches
 */
export function patternSample(pattern: string, limits: Limits): PatternSample | undefined {
  const pieces = piecesOf(new RegExpParser().parsePattern(wholeOf(pattern), undefined, undefined, { unicode: true }));
  const candidates = pieces
    .map((piece, index) => ({ piece, index }))
    .toSorted((one, other) => room(other.piece) - room(one.piece))
    .flatMap(({ piece, index }) => countersOf(piece).map((counter) => ({ index, counter })))
    .map(({ index, counter }) => ({
      ...aroundOf(pieces, index),
      counter: widened(counter, { pieces, index, limits }),
    }));
  const plain = { before: pieces.map((piece) => piece.shortest).join(''), after: '' };
  return [...candidates, plain].find((sample) => isRight(sample, { pattern, limits }));
}

/** Returns the string of a sample for a number. */
export function sampleText({ before, counter, after }: PatternSample, count: number): string {
  if (counter === undefined) return before + after;
  const { digits, width } = counter;
  let text = '';
  for (let rest = count; rest > 0; rest = Math.floor(rest / digits.length)) {
    text = (digits[rest % digits.length] ?? '') + text;
  }
  return before + text.padStart(width, digits[0]) + after;
}

/** An independent part of a pattern. */
interface Piece {
  readonly shortest: string;
  /** Set for a repeatable character class. */
  readonly run?: { readonly allows: (character: string) => boolean; readonly min: number; readonly max: number };
}

function piecesOf(pattern: AST.Pattern): readonly Piece[] {
  const [first] = pattern.alternatives;
  return (first?.elements ?? []).flatMap(flattened).map(pieceOf);
}

/** Returns the elements of an unquantified group, or the element itself. */
function flattened(element: AST.Element): readonly AST.Element[] {
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup';
  return isGroup ? (element.alternatives[0]?.elements ?? []).flatMap(flattened) : [element];
}

function pieceOf(element: AST.Element): Piece {
  const [inner, min, max] =
    element.type === 'Quantifier' ? [element.element, element.min, element.max] : [element, 1, 1];
  const one = shortestOf(inner);
  const shortest = one.repeat(min);
  const isCharacter = inner.type === 'CharacterClass' || inner.type === 'CharacterSet';
  if (!isCharacter) return { shortest };
  const test = new RegExp(`^${inner.raw}$`, 'u');
  return { shortest, run: { allows: (character) => test.test(character), min, max } };
}

/** Candidate characters, most readable first. */
const characters = [
  ...['a', 'A', '1', '0', '-', '_', '.', ' '],
  ...Array.from({ length: 0x24f }, (_, code) => String.fromCodePoint(code)),
];

function shortestOf(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterClass':
    case 'CharacterSet': {
      const test = new RegExp(`^${element.raw}$`, 'u');
      return characters.find((character) => test.test(character)) ?? '';
    }
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map(shortestOf).join('');
    case 'Quantifier':
      return shortestOf(element.element).repeat(element.min);
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return '';
    default:
      throw new Error(`element ${String(element satisfies never)}`);
  }
}

const alphabets = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'] as const;

/** Returns roughly how many digits fit. */
function room({ run }: Piece): number {
  return run === undefined ? 0 : Math.min(run.max, 40);
}

function countersOf({ run }: Piece): readonly Counter[] {
  if (run === undefined || run.max < 2) return [];
  return alphabets
    .filter((digits) => digits.split('').every(run.allows))
    .map((digits) => ({ digits, width: Math.max(1, run.min) }));
}

function aroundOf(pieces: readonly Piece[], index: number) {
  const text = (part: readonly Piece[]) => part.map(({ shortest }) => shortest).join('');
  return { before: text(pieces.slice(0, index)), after: text(pieces.slice(index + 1)) };
}

interface PieceContext {
  readonly pieces: readonly Piece[];
  readonly index: number;
  readonly limits: Limits;
}

/** Widens the counter to the minimum length. */
function widened(counter: Counter, { pieces, index, limits }: PieceContext): Counter {
  const { before, after } = aroundOf(pieces, index);
  return { ...counter, width: Math.max(counter.width, lengthOf(limits).least - before.length - after.length) };
}

/** Numbers of records that tests create. */
const counts = [1, 2, 26, 99, 300];

function isRight(sample: PatternSample, { pattern, limits }: { readonly pattern: string; readonly limits: Limits }) {
  const whole = new RegExp(wholeOf(pattern), 'u');
  const { least, most } = lengthOf(limits);
  return counts
    .map((count) => sampleText(sample, count))
    .every((text) => whole.test(text) && text.length >= least && text.length <= most);
}
