import { array, constant, constantFrom, integer, nat, oneof, record, tuple, type Arbitrary } from 'fast-check';
import { deeds, isDeed, type Deed } from './edits.ts';

/** Kinds of command steps. */
const kinds = [
  ...(['add', 'add', 'add', 'remove', 'update', 'update', 'nextVersion', 'onOrOff', 'onOrOff', 'setting'] as const),
  ...(['entity', 'rename', 'field', 'sync', 'resolve', 'thereAndBack', 'offAndOn'] as const),
];
export type CommandKind = (typeof kinds)[number];

/** One step. Two numbers choose among the existing items of its kind, so that every step has an effect. */
export interface Step {
  readonly kind: CommandKind | Deed;
  readonly a: number;
  readonly b: number;
  /** The call at which the process dies first, if it does. */
  readonly dies?: number | undefined;
}

const deedKinds = Object.keys(deeds).filter(isDeed);
const numbers = { a: nat(9_999), b: nat(9_999) };

const command: Arbitrary<Step> = record(
  { kind: constantFrom(...kinds), ...numbers, dies: integer({ min: 1, max: 400 }) },
  { requiredKeys: ['kind', 'a', 'b'] },
);
const sureCommand: Arbitrary<Step> = record({ kind: constantFrom(...kinds), ...numbers });
const deed: Arbitrary<Step> = record({ kind: constantFrom<Deed>('line', 'line', 'line', ...deedKinds), ...numbers });

/** Commands alone, and commands among what a user does by hand. */
export const anyStep: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: sureCommand },
  { weight: 1, arbitrary: command },
  { weight: 4, arbitrary: deed },
);
export const commandStep: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: sureCommand },
  { weight: 1, arbitrary: command },
);

/** Plugins are there from the first step on. */
export const sequence = (step: Arbitrary<Step>): Arbitrary<readonly Step[]> =>
  tuple(
    record({ kind: constant('add' as const), ...numbers }),
    array(step, { minLength: 2, maxLength: 12, size: 'max' }),
  ).map(([first, rest]) => [first, ...rest]);
