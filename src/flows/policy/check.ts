import { keyOf } from '../../core/json-document.ts';
import type { Problem } from '../../errors/error.ts';
import { hasExpired } from '../../policy/evaluate/exceptions.ts';
import type { Policy, PolicyLevel } from '../../policy/policy.ts';
import { nearestRoot } from '../../project/open.ts';
import { compareText } from '../../core/tree.ts';
import { readPolicies, type ReadPolicy } from '../../engine/policy/inspect.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';

/** One key of a policy with its value. */
export interface StatedRule {
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  readonly file: string;
}

/** Exception from a rule. */
export interface StatedException {
  readonly plugin: string;
  readonly version?: string;
  readonly rule: string;
  readonly reason: string;
  /** ISO 8601, as written. */
  readonly until: string;
  /** Whether the exception has ended. */
  readonly expired: boolean;
  readonly file: string;
}

/** Result of `genlock policy check`; `--json` prints exactly this object. */
export interface PolicyCheckResult {
  /** Whether no policy has a problem; otherwise the command exits with 3. */
  readonly sound: boolean;
  /** Sorted by precedence. */
  readonly policies: readonly {
    readonly file: string;
    readonly level?: PolicyLevel;
    readonly name?: string;
    /** ISO 8601 */
    readonly expires?: string;
    /** Parent policy as written. */
    readonly extends?: string;
    readonly problems: readonly Problem[];
  }[];
  /** All rules of valid policies, by key. */
  readonly rules: readonly StatedRule[];
  /** All exceptions of valid policies, also expired ones. */
  readonly exceptions: readonly StatedException[];
}

/**
 * Validates every policy that applies in a folder. Downloads missing parent policies to the cache, and changes no other
 * file.
 *
 * @param cwd absolute
 */
export async function checkPolicies(cwd: string, ports: PolicyPorts): Promise<PolicyCheckResult> {
  const read = await readPolicies({ cwd, root: nearestRoot(cwd) ?? cwd }, ports);
  return {
    sound: read.every(({ problems }) => problems.length === 0),
    policies: read.map(({ file, level, policy, problems }) => ({
      file,
      ...(level === undefined ? {} : { level }),
      ...(policy?.name === undefined ? {} : { name: policy.name }),
      ...(policy?.expires === undefined ? {} : { expires: policy.expires.toISOString() }),
      ...(policy?.extends === undefined ? {} : { extends: policy.extends }),
      problems,
    })),
    rules: read.flatMap(rulesIn).toSorted((one, other) => compareText(one.key, other.key)),
    exceptions: read.flatMap(({ policy }) => exceptionsIn(policy, ports.clock())),
  };
}

function exceptionsIn(policy: Policy | undefined, now: Date): readonly StatedException[] {
  // A child also contains the exceptions of its parents.
  const own = policy?.exceptions?.filter(({ file }) => file === policy.file) ?? [];
  return own.map((exception) => ({ ...exception, expired: hasExpired(exception, now) }));
}

const aboutItself: ReadonlySet<string> = new Set([
  ...['$schema', 'version', 'name', 'message', 'expires', 'extends', 'exceptions'],
]);

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
