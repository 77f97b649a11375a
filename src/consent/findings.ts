/**
 * Actions that a static scan finds in contributed code. Advisory: code can hide from the scan. A finding shows where to
 * review the code and never blocks a plugin.
 */
export const findingKinds = [
  'processes',
  'evaluation',
  'imports',
  'nonModules',
  'computed',
  'workers',
  'network',
  'environment',
  'files',
  'markup',
  'inline',
  'sql',
  'hidden',
  'long',
  'unread',
] as const;

/**
 * `processes`: starts programs. `evaluation`: runs text as code. `imports`: loads a module whose name is computed.
 * `nonModules`: loads a file that is not a module, or the text of a file. `computed`: accesses a global object by a
 * computed name. `workers`: starts a worker or a service worker. `network`: names another host, or opens connections.
 * `environment`: reads a variable. `files`: writes files. `markup`: puts text into a page unescaped. `inline`: a script
 * or an event handler in markup. `sql`: sends SQL text. `hidden`: characters that editors do not show. `long`: a line
 * that no reader reads. `unread`: this file could not be scanned.
 */
export type FindingKind = (typeof findingKinds)[number];

/** Finding at one position in contributed code. */
export interface Finding {
  readonly kind: FindingKind;
  /** The module, function, host or variable; for `unread` why. */
  readonly what: string;
  /** Path in the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/**
 * Kinds that count by name: each host is a separate recipient, each variable a separate secret, each file separate code.
 */
const named: ReadonlySet<FindingKind> = new Set(['network', 'environment', 'nonModules']);

/** Returns the findings of a kind, host or variable that the accepted findings do not contain. */
export function newFindings(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const seen = new Set(before.map(factOf));
  return after.filter((finding) => !seen.has(factOf(finding)));
}

const factOf = ({ kind, what }: Finding): string => (named.has(kind) ? `${kind} ${what}` : kind);
