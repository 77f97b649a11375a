import { isWithin } from '../../../registry-client/origins.ts';
import type { ReportState } from '../../plugin/test-report.ts';
import type { Policy } from '../policy.ts';
import type { Verdict } from '../verdict.ts';
import type { Criteria } from './evaluate.ts';
import { reportReasons, requiresTests } from './tests.ts';
import { evaluateRegistry, withFinalSlash } from './origin.ts';

/** Upload about a plugin: a publication or a deprecation. */
export interface Outgoing {
  readonly name: string;
  /** Address of the registry. */
  readonly registry: string;
}

/** Plugin version to publish. */
export interface Publication extends Outgoing {
  /** Whether the version gets signed provenance. */
  readonly provenance: boolean;
  /** Whether the version waits at the registry until a maintainer approves it. */
  readonly staged: boolean;
  /** Whether the plugin's tests run before publishing. */
  readonly tested: boolean;
  /** State of the report of `genlock plugin test` in the package. */
  readonly report: ReportState['state'];
  /** Whether the version exists or existed at the registry; `undefined` until the registry was queried. */
  readonly isThere?: boolean;
}

/** Returns the verdicts of all policies for a publication. Each policy is evaluated separately. */
export function evaluatePublication(
  publication: Publication,
  criteria: Pick<Criteria, 'policies'>,
): readonly Verdict[] {
  const manner = criteria.policies.flatMap((policy) => evaluatePublishMethod(publication, policy));
  return [...evaluateOutgoing(publication, criteria), ...manner];
}

/** Returns the verdicts of all policies for the target of an upload. */
export function evaluateOutgoing(outgoing: Outgoing, { policies }: Pick<Criteria, 'policies'>): readonly Verdict[] {
  return policies.flatMap((policy) => [
    ...evaluateRegistry(outgoing, policy),
    ...evaluatePublishTarget(outgoing, policy),
  ]);
}

function sayOf({ file, message }: Policy) {
  return (key: string, isMet: boolean, reason: string): Verdict => ({
    file,
    key,
    verdict: isMet ? 'allow' : 'deny',
    reason,
    ...(message === undefined ? {} : { message }),
  });
}

function evaluatePublishTarget({ name, registry }: Outgoing, policy: Policy): readonly Verdict[] {
  const say = sayOf(policy);
  const { registries, scopes } = policy.publish ?? {};
  const isPlace = registries?.some((place) => isWithin(new URL(registry), withFinalSlash(place))) === true;
  const isScope = scopes?.some((scope) => name.startsWith(`${scope}/`)) === true;
  return [
    ...(registries === undefined ? [] : [say('publish.registries', isPlace, `it goes to ${registry}`)]),
    ...(scopes === undefined
      ? []
      : [say('publish.scopes', isScope, `${scopes.join(', ')} are the only scopes to publish in`)]),
  ];
}

function evaluatePublishMethod(
  { provenance, staged, tested, report, isThere }: Publication,
  policy: Policy,
): readonly Verdict[] {
  const say = sayOf(policy);
  const { publish = {}, tests } = policy;
  return [
    ...(publish.provenance === 'required'
      ? [say('publish.provenance', provenance, 'it must have signed provenance')]
      : []),
    ...(publish.immutable === true && isThere !== undefined
      ? [say('publish.immutable', !isThere, 'published versions cannot be replaced')]
      : []),
    ...(publish.staged === 'required' ? [say('publish.staged', staged, 'it must be approved at the registry')] : []),
    ...(requiresTests(tests) ? [say('tests.require', tested, 'its tests must pass')] : []),
    ...(tests?.require === 'report' ? [say('tests.require', report === 'current', reportReasons[report])] : []),
  ];
}
