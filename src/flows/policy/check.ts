import { keyOf } from '../../core/json-document.ts';
import type { Problem } from '../../errors/error.ts';
import type { PolicyLevel } from '../../policy/policy.ts';
import { nearestRoot } from '../../project/open.ts';
import { compareText } from '../../core/tree.ts';
import { readPolicies, type ReadPolicy } from '../../engine/policy/inspect.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';

/** One key of a policy and what it says. */
export interface StatedRule {
  readonly key: string;
  /** As JSON. */
  readonly value: string;
  readonly file: string;
}

/** Whether every policy here is sound and what they say, as data; `--json` prints exactly this. */
export interface PolicyCheckResult {
  /** Without any problem; otherwise the command exits with 3. */
  readonly sound: boolean;
  /** In the order in which choices are taken. */
  readonly policies: readonly {
    readonly file: string;
    readonly level?: PolicyLevel;
    readonly name?: string;
    /** ISO 8601 */
    readonly expires?: string;
    readonly problems: readonly Problem[];
  }[];
  /** Everything sound policies say, by key. */
  readonly rules: readonly StatedRule[];
}

/** Looks at every policy that applies in a folder; changes nothing. @param cwd absolute */
export function checkPolicies(cwd: string, ports: PolicyPorts): PolicyCheckResult {
  const read = readPolicies({ cwd, root: nearestRoot(cwd) ?? cwd }, ports);
  return {
    sound: read.every(({ problems }) => problems.length === 0),
    policies: read.map(({ file, level, policy, problems }) => ({
      file,
      ...(level === undefined ? {} : { level }),
      ...(policy?.name === undefined ? {} : { name: policy.name }),
      ...(policy?.expires === undefined ? {} : { expires: policy.expires.toISOString() }),
      problems,
    })),
    rules: read.flatMap(rulesIn).toSorted((one, other) => compareText(one.key, other.key)),
  };
}

const aboutItself: ReadonlySet<string> = new Set(['$schema', 'version', 'name', 'message', 'expires']);

function rulesIn({ file, text }: ReadPolicy): readonly StatedRule[] {
  if (text === undefined) return [];
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''));
  return leavesOf(value).flatMap(([path, leaf]) =>
    aboutItself.has(path[0] ?? '') ? [] : [{ key: keyOf(path), value: JSON.stringify(leaf), file }],
  );
}

type Leaf = readonly [path: readonly string[], value: unknown];

function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}
