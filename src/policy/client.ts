import { archiveLimits } from '../../registry-client/archive/limits.ts';
import type { NpmSettings } from '../../registry-client/npmrc.ts';
import { isWithin, registryUrl } from '../../registry-client/origins.ts';
import { publicRegistry } from '../../registry-client/public-registry.ts';
import { networkLimits, type ClientSettings, type Freshness, type KeyRules } from '../../registry-client/settings.ts';
import { folder } from './judge/origin.ts';
import type { Bench } from './judge/judge.ts';
import { minAges } from './judge/release.ts';
import { policyLevels, type Policy } from './policy.ts';

/** What policies make of the client of registries. */
export type ClientRules = Required<
  Pick<ClientSettings, 'npm' | 'allowed' | 'denied' | 'freshness' | 'limits' | 'archive' | 'trustedRoots' | 'keys'>
>;

const day = 24 * 3_600_000;

/** The settings of npm, as far as no policy narrows them or chooses otherwise. */
export function clientRules(npm: NpmSettings, bench: Bench): ClientRules {
  const { policies } = bench;
  const chosen = chosenRegistries(npm, policies);
  return {
    npm: chosen,
    allowed: allowedPlaces(chosen, policies),
    denied: policies.flatMap(({ registries }) => (registries?.deny ?? []).map(folder)),
    freshness: (spec) => freshnessFor(spec, bench),
    trustedRoots: policies.flatMap(({ root }) => root ?? []),
    keys: (registry) => keysFor(registry, policies),
    ...boundsOf(policies),
  };
}

const rank = ({ level = 'added' }: Policy): number => policyLevels.indexOf(level);

/** Which registry is asked is a choice: the highest policy that makes it counts, and npm's settings after all of them. */
function chosenRegistries(npm: NpmSettings, policies: readonly Policy[]): NpmSettings {
  const choices = policies
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(({ registries }) => registries ?? []);
  const scopes = choices
    .toReversed()
    .flatMap((choice) => Object.entries(choice.scopes ?? {}).flatMap(([scope, url]) => addressed(scope, url)));
  const first = choices.find((choice) => choice.default !== undefined)?.default;
  return {
    ...npm,
    registry: (first === undefined ? undefined : registryUrl(first)) ?? npm.registry,
    scopes: new Map([...npm.scopes, ...scopes]),
  };
}

function addressed(scope: string, url: string): readonly (readonly [string, string])[] {
  const address = registryUrl(url);
  return address === undefined ? [] : [[scope, address]];
}

/** What npm knows, and of that only what every policy with a list has on it. */
function allowedPlaces(npm: NpmSettings, policies: readonly Policy[]): readonly string[] {
  const known = [npm.registry ?? publicRegistry, ...npm.scopes.values()];
  const lists = policies.flatMap(({ registries }) =>
    registries?.allow === undefined ? [] : [registries.allow.map(folder)],
  );
  return lists.reduce<readonly string[]>((places, list) => places.flatMap((place) => narrowed(place, list)), known);
}

/** Of a place, what the list has: it, or what of it lies deeper. */
function narrowed(place: string, list: readonly string[]): readonly string[] {
  if (list.some((wide) => isWithin(new URL(place), wide))) return [place];
  return list.filter((narrow) => isWithin(new URL(narrow), place));
}

/**
 * Which keys a registry signs with is a choice, too, and a key has to be everybody's who makes it. A project makes none:
 * it only takes from what the others, or the registry itself, have.
 */
function keysFor(registry: string, policies: readonly Policy[]): KeyRules {
  const given = policies.flatMap(({ level, trust }) => {
    const named = Object.entries(trust?.keys ?? {}).filter(([place]) => isWithin(new URL(registry), folder(place)));
    return named.length === 0 ? [] : [{ level, keys: named.flatMap(([, keys]) => keys) }];
  });
  return { asksRegistry: given.every(({ level }) => level === 'project'), sets: given.map(({ keys }) => keys) };
}

/** What anybody can publish gets a day in which others may notice what it is; a policy may want more. */
function freshnessFor(
  { name, registry }: { readonly name: string; readonly registry: string },
  bench: Bench,
): Freshness {
  const wanted = bench.policies.flatMap((policy) => {
    const acceptsUnknown = policy.freshness?.missingTime === 'allow';
    return minAges(name, policy, bench.now).map(({ ms }) => ({ ms, acceptsUnknown }));
  });
  const always = { ms: registry === publicRegistry ? day : 0, acceptsUnknown: registry !== publicRegistry };
  return {
    minAgeMs: Math.max(always.ms, ...wanted.map(({ ms }) => ms)),
    acceptsUnknown: [always, ...wanted].every((each) => each.acceptsUnknown),
  };
}

/** What an archive may hold and an answer may cost: of each limit the lowest anybody gives. */
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
    },
  };
}
