import { archiveLimits } from '../../registry-client/archive/limits.ts';
import type { NpmSettings } from '../../registry-client/npmrc.ts';
import { isWithin, registryUrl } from '../../registry-client/origins.ts';
import { publicRegistry } from '../../registry-client/public-registry.ts';
import {
  networkLimits,
  type ClientSettings,
  type Freshness,
  type KeyRules,
  type Mirror,
} from '../../registry-client/settings.ts';
import { withFinalSlash } from './evaluate/origin.ts';
import type { Criteria } from './evaluate/evaluate.ts';
import { mayBeExempt } from './evaluate/exceptions.ts';
import { minAges } from './evaluate/freshness.ts';
import { knownRegistries } from './known-registries.ts';
import { policyLevels, type Policy } from './policy.ts';

/** Settings of the registry client that result from the policies. */
export type ClientRules = Required<
  Pick<ClientSettings, 'npm' | 'allowed' | 'denied' | 'freshness' | 'limits' | 'archive' | 'trustedRoots' | 'keys'>
> &
  Pick<ClientSettings, 'mirror' | 'redirects' | 'http'>;

const day = 24 * 3_600_000;

/** Combines the npm settings with the policies. Policies can narrow the npm settings or override them. */
export function clientRules(npm: NpmSettings, criteria: Criteria): ClientRules {
  const { policies } = criteria;
  const chosen = chosenRegistries(npm, policies);
  const reached = knownRegistries([chosen.registry ?? publicRegistry, ...chosen.scopes.values()], { npm, policies });
  const mirror = chosenMirror(policies);
  return {
    npm: chosen,
    allowed: allowedPlaces(reached, policies),
    mirror,
    redirects: isListed(policies) ? 'listed' : 'same-origin',
    http: policies.some(({ registries }) => registries?.http === 'deny') ? 'deny' : 'loopback',
    denied: policies.flatMap(({ registries }) => (registries?.deny ?? []).map(withFinalSlash)),
    freshness: (spec) => freshnessFor({ ...spec, mirror }, criteria),
    trustedRoots: policies.flatMap(({ root }) => root ?? []),
    keys: (registry) => keysFor(registry, policies),
    ...boundsOf(policies),
  };
}

const rank = ({ level = 'added' }: Policy): number => policyLevels.indexOf(level);

/** Returns the `registries` sections of all policies, the highest policy level first. */
function choicesOf(policies: readonly Policy[]): readonly NonNullable<Policy['registries']>[] {
  return policies.toSorted((one, other) => rank(one) - rank(other)).flatMap(({ registries }) => registries ?? []);
}

/**
 * Returns the mirror chosen by the highest policy that configures one. Every `registries.allow` list applies to its
 * address.
 */
export function chosenMirror(policies: readonly Policy[]): Mirror | undefined {
  const { mode = 'off', url = '', path } = choicesOf(policies).find(({ mirror }) => mirror !== undefined)?.mirror ?? {};
  if (mode === 'off') return undefined;
  if (path !== undefined) return { mode, place: { folder: path } };
  const address = registryUrl(url);
  if (address === undefined) return undefined;
  return { mode, place: { url: address, allowed: allowedPlaces([address], policies) } };
}

/** Checks that at least one policy sets `redirects` and that all policies that set it use `listed`. */
function isListed(policies: readonly Policy[]): boolean {
  const said = policies.flatMap(({ registries }) => registries?.redirects ?? []);
  return said.length > 0 && said.every((redirects) => redirects === 'listed');
}

/**
 * Selects the default registry and the scope registries. The highest policy that sets one wins, before the npm
 * settings.
 */
function chosenRegistries(npm: NpmSettings, policies: readonly Policy[]): NpmSettings {
  const choices = choicesOf(policies);
  const scopesOf = (isProject: boolean) =>
    choicesOf(policies.filter(({ level }) => (level === 'project') === isProject))
      .toReversed()
      .flatMap((choice) => Object.entries(choice.scopes ?? {}).flatMap(([scope, url]) => addressed(scope, url)));
  const first = choices.find((choice) => choice.default !== undefined)?.default;
  const bound = scopesOf(false);
  const chosen = new Set([
    ...(first === undefined ? [] : ['registry']),
    ...bound.map(([scope]) => `${scope}:registry`),
  ]);
  return {
    ...npm,
    registry: (first === undefined ? undefined : registryUrl(first)) ?? npm.registry,
    // A project policy cannot rebind a scope. Evaluation of the plugin checks both bindings.
    scopes: new Map([...scopesOf(true), ...npm.scopes, ...bound]),
    unusable: new Map([...npm.unusable].filter(([key]) => !chosen.has(key))),
  };
}

function addressed(scope: string, url: string): readonly (readonly [string, string])[] {
  const address = registryUrl(url);
  return address === undefined ? [] : [[scope, address]];
}

/** Returns the part of `known` that every `registries.allow` list permits. */
function allowedPlaces(known: readonly string[], policies: readonly Policy[]): readonly string[] {
  const lists = policies.flatMap(({ registries }) =>
    registries?.allow === undefined ? [] : [registries.allow.map(withFinalSlash)],
  );
  return lists.reduce<readonly string[]>((places, list) => places.flatMap((place) => narrowed(place, list)), known);
}

/** Returns `place` if the list contains it, otherwise the list entries below `place`. */
function narrowed(place: string, list: readonly string[]): readonly string[] {
  if (list.some((wide) => isWithin(new URL(place), wide))) return [place];
  return list.filter((narrow) => isWithin(new URL(narrow), place));
}

/**
 * Returns the signing keys that policies configure for a registry. A key must be in every set. The policy of a project
 * only narrows the keys of other policies or of the registry.
 */
function keysFor(registry: string, policies: readonly Policy[]): KeyRules {
  const given = policies.flatMap(({ level, trust }) => {
    const named = Object.entries(trust?.keys ?? {}).filter(([place]) =>
      isWithin(new URL(registry), withFinalSlash(place)),
    );
    return named.length === 0 ? [] : [{ level, keys: named.flatMap(([, keys]) => keys) }];
  });
  return { asksRegistry: given.every(({ level }) => level === 'project'), sets: given.map(({ keys }) => keys) };
}

interface Aged {
  readonly name: string;
  readonly version?: string | undefined;
  readonly registry: string;
  readonly mirror: Mirror | undefined;
}

/**
 * Returns the minimum age of a release. Releases of the public registry must be at least one day old, so that malicious
 * ones can be noticed. Policies can require more.
 */
function freshnessFor({ name, version, registry, mirror }: Aged, criteria: Criteria): Freshness {
  const { now } = criteria;
  const release = { name, ...(version === undefined ? {} : { version }) };
  const wanted = criteria.policies.flatMap((policy) => {
    const isExempt = (key: string) => mayBeExempt(key, release, { policy, now });
    const acceptsUnknown = policy.freshness?.missingTime === 'allow' || isExempt('freshness.missingTime');
    return minAges(release, policy, now).map(({ key, ms }) => ({ ms: isExempt(key) ? 0 : ms, acceptsUnknown }));
  });
  // A mirror folder is filled by its administrator, so the public minimum age does not apply to it.
  const isPublic = isWithin(new URL(registry), publicRegistry);
  const isAnybodys = isPublic && !(mirror !== undefined && 'folder' in mirror.place);
  const always = { ms: isAnybodys ? day : 0, acceptsUnknown: !isAnybodys };
  return {
    minAgeMs: Math.max(always.ms, ...wanted.map(({ ms }) => ms)),
    acceptsUnknown: [always, ...wanted].every((each) => each.acceptsUnknown),
  };
}

/** Returns the limits for archives and registry responses: the lowest value of any policy, at most the default. */
export function boundsOf(policies: readonly Policy[]): Pick<ClientRules, 'limits' | 'archive'> {
  const least = (standard: number, of: (policy: Policy) => number | undefined) =>
    Math.min(standard, ...policies.map((policy) => of(policy) ?? standard));
  return {
    limits: {
      packumentBytes: least(networkLimits.packumentBytes, ({ network }) => network?.packumentBytes),
      timeoutMs: least(networkLimits.timeoutMs, ({ network }) => network?.timeoutMs),
    },
    archive: {
      ...archiveLimits,
      packed: least(archiveLimits.packed, ({ archive }) => archive?.packed),
      unpacked: least(archiveLimits.unpacked, ({ archive }) => archive?.unpacked),
      fileBytes: least(archiveLimits.fileBytes, ({ archive }) => archive?.fileBytes),
      entries: least(archiveLimits.entries, ({ archive }) => archive?.entries),
      depth: least(archiveLimits.depth, ({ archive }) => archive?.depth),
      pathBytes: least(archiveLimits.pathBytes, ({ archive }) => archive?.pathBytes),
    },
  };
}
