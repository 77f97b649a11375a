import { settings } from '../../generated/settings';
import { isRegistrationOpen, origin } from '../auth/port';
import { refuseEnvironment } from '../env';
import { log } from '../log';
import { type ProviderFacts, providerFacts, type ProviderId } from './providers';

/** A provider that the environment configures. */
export interface Provider extends ProviderFacts {
  readonly id: ProviderId;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string | AppleKey;
  /** Where the provider sends the browser afterwards. */
  readonly callbackUrl: string;
}

/** Apple has no client secret. A key signs a short-lived one for each request. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** The private key in PEM. */
  readonly pem: string;
}

// The type depends on the chosen providers.
const given: Readonly<Record<string, string | undefined>> = settings['auth-nextauth'];

export const isLinkingAllowed = given.linking !== 'never';
export const isSignupOpen = isRegistrationOpen && given.signup !== 'invited';

const problems: string[] = [];

/** The configured providers by id, in the order of the setting `providers`. */
export const providers: ReadonlyMap<string, Provider> = new Map(
  chosenIds().flatMap((id) => {
    const provider = configured(id);
    return provider === undefined ? [] : [[id, provider]];
  }),
);
if (problems.length > 0) refuseEnvironment(problems);

function chosenIds(): readonly ProviderId[] {
  const chosen = new Set((given.providers ?? '').split(','));
  return [...chosen].filter((id): id is ProviderId => id in providerFacts);
}

/** Returns a provider; `undefined` if the environment has neither its id nor its secret. */
function configured(id: ProviderId): Provider | undefined {
  const facts: ProviderFacts = providerFacts[id];
  const variable = (name: string) => `AUTH_${id.toUpperCase()}_${name}`;
  const secretNames = id === 'apple' ? ['TEAM_ID', 'KEY_ID', 'KEY'] : ['SECRET'];
  const needed = ['ID', ...secretNames, ...(facts.issuer === undefined ? ['ISSUER'] : [])];
  const missing = needed.filter((name) => valueOf(id, name) === undefined);
  if (missing.length === needed.length) {
    log.warn(`${variable('ID')} is missing: sign-in with ${facts.name} is off`);
    return undefined;
  }
  problems.push(...missing.map((name) => `${variable(name)} is missing`));
  const issuer = valueOf(id, 'ISSUER') ?? facts.issuer ?? '';
  if (issuer !== '' && !isTrusted(issuer)) {
    problems.push(`${variable('ISSUER')} must begin with https (http only on this machine)`);
  }
  return {
    ...facts,
    id,
    name: (id === 'oidc' ? given.oidcName : undefined) ?? facts.name,
    issuer,
    clientId: valueOf(id, 'ID') ?? '',
    secret: id === 'apple' ? appleKey() : (valueOf(id, 'SECRET') ?? ''),
    callbackUrl: `${origin}/api/auth/callback/${id}`,
  };
}

/** Returns the setting behind a variable: `AUTH_APPLE_TEAM_ID` is `appleTeamId`. */
function valueOf(id: ProviderId, name: string): string | undefined {
  const words = name.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return given[id + words.join('')];
}

function appleKey(): AppleKey {
  const { appleTeamId = '', appleKeyId = '', appleKey: key = '' } = given;
  return { teamId: appleTeamId, keyId: appleKeyId, pem: key.replaceAll(String.raw`\n`, '\n') };
}

/** Returns whether an address is https, or on this machine, where tests run providers. */
function isTrusted(address: string): boolean {
  const { protocol } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(address));
}

/** Returns whether the host of an address is this machine. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
