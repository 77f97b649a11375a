import type { Revocation } from '../../../src/policy/revocations.ts';
import type { Subject } from '../../../src/policy/subject.ts';
import type { Opinion } from '../../../src/policy/verdict.ts';
import type { Written } from './policies.ts';

/** A policy, the `key` that decides, and the expected verdict. */
export interface Row {
  readonly key: string;
  readonly policy: Written;
  /** The differences from the sound release. */
  readonly plugin?: Partial<Subject>;
  readonly verdict: Opinion;
  /** The entries of the revocation list that the policy names. */
  readonly revoked?: readonly Revocation[] | undefined;
}

type Cells = readonly [key: string, policy: Written, verdict: Opinion, plugin?: Partial<Subject>];
export const row = (...[key, policy, verdict, plugin = {}]: Cells): Row => ({ key, policy, verdict, plugin });
export const other = `sha512-${'B'.repeat(86)}==`;
export const same = `sha512-${'A'.repeat(86)}==`;
/** A plugin from a local source. */
export const local = (source: Subject['source']): Partial<Subject> => ({
  source,
  registry: undefined,
  release: undefined,
});
/** Another version that is installed. */
export const before = (version: string): Partial<Subject> => ({ before: { version, integrity: other } });
