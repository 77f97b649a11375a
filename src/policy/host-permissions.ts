/**
 * Permissions for hosts in the Content-Security-Policy: `host:<resource>/<host>`. A pattern can have `*` for any resource
 * or host, and `*.example.com` for all hosts below a domain. The functions take the part after `host:`.
 */
import { policyResources } from '../../sandbox/index.ts';

const pattern = new RegExp(
  String.raw`^(${policyResources.join('|')}|\*)/(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)$`,
  'u',
);

/** Checks that a string names hosts. */
export function isHostPermission(text: string): boolean {
  return text === '*' || pattern.test(text);
}

/** Converts a fact of a footprint, such as `script https://cdn.example.com`, to a capability. */
export function hostCapability(fact: string): string {
  return `host:${fact.replace(/ \w+:\/\//u, '/')}`;
}

/** Checks whether a pattern covers all hosts of a capability. */
export function hostsCover(wide: string, capability: string): boolean {
  const [one, other] = [split(wide), split(capability)];
  return isOneOf(one.resource, other.resource) && namesCover(one.host, other.host);
}

/** Checks whether a capability includes hosts of a pattern. A wildcard includes the single host that a denial names. */
export function hostsOverlap(wide: string, capability: string): boolean {
  const [one, other] = [split(wide), split(capability)];
  return hostsCover(wide, capability) || (isOneOf(one.resource, other.resource) && namesCover(other.host, one.host));
}

const isOneOf = (wanted: string, resource: string): boolean => wanted === '*' || wanted === resource;

function namesCover(wide: string, narrow: string): boolean {
  return wide === '*' || wide === narrow || (wide.startsWith('*.') && narrow.endsWith(wide.slice(1)));
}

function split(text: string): { readonly resource: string; readonly host: string } {
  const [, resource = '*', host = '*'] = pattern.exec(text) ?? [];
  return { resource, host };
}
