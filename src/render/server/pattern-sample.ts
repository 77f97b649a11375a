import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { wholeOf } from './patterns.ts';

/** Texts that match a pattern: `before` and `after` a run of digits or letters that can hold a number. */
export interface PatternSample {
  readonly before: string;
  /** Absent where nothing in the pattern can count. */
  readonly counter?: Counter;
  readonly after: string;
}

interface Counter {
  /** What it counts in, least first: `0123456789`. */
  readonly digits: '0123456789' | 'abcdefghijklmnopqrstuvwxyz' | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  /** At least this long. */
  readonly width: number;
}

type Limits = { readonly min?: number | string; readonly max?: number | string };

const lengthOf = ({ min = 0, max = 1_000 }: Limits) => ({ least: Number(min), most: Number(max) });

/**
 * What a field's `pattern` and its lengths allow, found by the shape of the expression: the shortest text, with a
 * counter in the part that leaves most room for one. Looking around and back is not followed.
 *
 * @returns undefined if nothing was found that really matches
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

/** The text a sample stands for at a number. */
export function sampleText({ before, counter, after }: PatternSample, count: number): string {
  if (counter === undefined) return before + after;
  const { digits, width } = counter;
  let text = '';
  for (let rest = count; rest > 0; rest = Math.floor(rest / digits.length)) {
    text = (digits[rest % digits.length] ?? '') + text;
  }
  return before + text.padStart(width, digits[0]) + after;
}

/** A part of a pattern that stands on its own. */
interface Piece {
  readonly shortest: string;
  /** Set for one character that may be repeated. */
  readonly run?: { readonly allows: (character: string) => boolean; readonly min: number; readonly max: number };
}

function piecesOf(pattern: AST.Pattern): readonly Piece[] {
  const [first] = pattern.alternatives;
  return (first?.elements ?? []).flatMap(flattened).map(pieceOf);
}

/** A group that stands for itself is as good as what is in it. */
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

/** Plain characters first, so that what can be read is. */
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

/** Roughly how many numbers of digits fit. */
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

interface Place {
  readonly pieces: readonly Piece[];
  readonly index: number;
  readonly limits: Limits;
}

/** As wide as the shortest allowed length asks for. */
function widened(counter: Counter, { pieces, index, limits }: Place): Counter {
  const { before, after } = aroundOf(pieces, index);
  return { ...counter, width: Math.max(counter.width, lengthOf(limits).least - before.length - after.length) };
}

/** As many records as a test makes. */
const counts = [1, 2, 26, 99, 300];

function isRight(sample: PatternSample, { pattern, limits }: { readonly pattern: string; readonly limits: Limits }) {
  const whole = new RegExp(wholeOf(pattern), 'u');
  const { least, most } = lengthOf(limits);
  return counts
    .map((count) => sampleText(sample, count))
    .every((text) => whole.test(text) && text.length >= least && text.length <= most);
}
