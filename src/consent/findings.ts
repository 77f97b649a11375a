/**
 * What contributed code seems to do, by a look at it. Advisory: code can hide from every such look, so a finding tells
 * somebody where to read, and none of them ever stops anything.
 */
export const findingKinds = [
  'processes',
  'evaluation',
  'imports',
  'network',
  'environment',
  'files',
  'markup',
  'sql',
  'unread',
] as const;

/**
 * `processes`: starts programs. `evaluation`: runs text as code. `imports`: loads a module whose name is computed.
 * `network`: names another host, or opens connections. `environment`: reads a variable. `files`: writes files.
 * `markup`: puts text into a page unescaped. `sql`: sends SQL text. `unread`: this file could not be looked at.
 */
export type FindingKind = (typeof findingKinds)[number];

/** One place in contributed code. */
export interface Finding {
  readonly kind: FindingKind;
  /** The module, function, host or variable; for `unread` why. */
  readonly what: string;
  /** Path in the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Kinds whose every name counts by itself: another host is another recipient, another variable another secret. */
const named: ReadonlySet<FindingKind> = new Set(['network', 'environment']);

/** The findings that somebody who agreed to `before` has not seen the like of. */
export function newFindings(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const seen = new Set(before.map(factOf));
  return after.filter((finding) => !seen.has(factOf(finding)));
}

const factOf = ({ kind, what }: Finding): string => (named.has(kind) ? `${kind} ${what}` : kind);
