/** Reads the argument of `registerSecurityPolicy` into an operation. The host validates the sources. */
import { policyResources } from '../protocol/operations.ts';
import type { RegisterSecurityPolicy } from '../protocol/operations.ts';
import { fields, line, list, wrong } from './check.ts';

const kind = 'registerSecurityPolicy';

export function securityPolicyOperation(argument: unknown): RegisterSecurityPolicy {
  const given = fields(argument, kind, policyResources);
  const sources = policyResources.flatMap((resource) => {
    const hosts = given[resource];
    if (hosts === undefined) return [];
    const at = `${kind}: ${resource}`;
    const read = list(hosts, at).map((host, i) => sourceOf(line(host, `${at}[${i}]`)));
    return [[resource, [...new Set(read)].sort()] as const];
  });
  if (sources.length === 0) throw wrong(kind, `an object with at least one of ${policyResources.join(', ')}`, argument);
  return { kind, sources: Object.fromEntries(sources) };
}

/** Adds the scheme to a host. A source without a scheme would also allow http. */
function sourceOf(host: string): string {
  return /^[a-z0-9.*-]+$/i.test(host) ? `https://${host}` : host;
}
