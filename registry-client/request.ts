import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import { RegistryError } from './errors.ts';
import { failureOf, isTakenOut, waitOf } from './failure.ts';
import { GuardedAgent } from './guarded-agent.ts';
import { ownCache } from './own-cache.ts';
import { withAddressLine, withCredentials, withPassedOver } from './ignored-settings.ts';
import { credentialsFor, requireAllowed } from './registries.ts';
import { networkLimits, type ClientSettings, type NetworkLimits } from './settings.ts';

/** A request to a registry. */
export interface RegistryRequest {
  readonly registry: string;
  /** Requested address, if it is outside the registry. */
  readonly address?: string | undefined;
  /** Description for messages: `chat`, `chat 1.2.0`. */
  readonly what: string;
  /** Maximum response size in bytes. */
  readonly answerBytes: number;
  /** Whether the request contains a password, so that an error must not name other credentials. */
  readonly signsIn?: true;
  /** Requires a current response. Stale cache content is not accepted, except offline. */
  readonly fresh?: true;
}

/** Options for npm's libraries. */
export type FetchOptions = Readonly<Record<string, unknown>>;

/**
 * Sends a request through one of npm's libraries. Applies limits and allows only permitted addresses. Retries if the
 * registry is busy or fails, after the requested delay unless it is too long.
 *
 * @throws RegistryError
 */
export async function request<Answer>(
  { registry, address = registry, what, answerBytes, fresh, signsIn }: RegistryRequest,
  settings: ClientSettings,
  ask: (options: FetchOptions) => Promise<Answer>,
): Promise<Answer> {
  const { timeoutMs, retries }: NetworkLimits = { ...networkLimits, ...settings.limits };
  await ownCache(settings.cache, settings);
  const attempt = async (): Promise<Answer> => {
    const agent = agentFor({ address: new URL(address), answerBytes }, settings);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = settings.signal === undefined ? timeout : AbortSignal.any([timeout, settings.signal]);
    try {
      const answer = await ask({ ...optionsFor(registry, settings), agent, signal, timeout: timeoutMs });
      // npm's library can hide the agent's refusal with a cached response.
      if (agent.refusal !== undefined) throw agent.refusal;
      if (fresh === true && !settings.offline && !agent.isAnswered) throw agent.failure ?? unreachable(registry);
      return answer;
    } catch (error) {
      if (settings.signal?.aborted === true) throw settings.signal.reason;
      const failure = agent.refusal ?? failureOf(error, { what, registry, timedOut: timeout.aborted });
      const named = signsIn === true ? failure : withCredentials(failure, new URL(address), settings);
      const { npm } = settings;
      throw withPassedOver(withAddressLine(named, { registry, npm }), { host: new URL(address).host, npm });
    }
  };
  return pRetry(attempt, {
    retries: settings.offline ? 0 : retries,
    minTimeout: 500,
    ...(settings.signal && { signal: settings.signal }),
    shouldRetry: ({ error }) => isWorthAnother(error, settings),
  });
}

function unreachable(registry: string): RegistryError {
  return new RegistryError('REGISTRY_UNREACHABLE', `${new URL(registry).host} is unreachable`);
}

/** Codes of temporary errors. */
const mayPass: ReadonlySet<string> = new Set(['REGISTRY_RATE_LIMITED', 'REGISTRY_FAILED']);

/** Maximum delay in milliseconds. Longer requested delays fail at once. */
const longestWait = 10_000;

/** Returns whether a retry may help, after waiting for the delay that the registry requested. */
async function isWorthAnother(failure: Error, { signal }: ClientSettings): Promise<boolean> {
  if (!(failure instanceof RegistryError)) return false;
  if (isTakenOut(failure)) return true;
  if (!mayPass.has(failure.code)) return false;
  const wanted = waitOf(failure, Date.now());
  if (wanted > longestWait) return false;
  await wait(wanted, undefined, { signal }).catch(() => undefined);
  return true;
}

/**
 * Returns settings for sending data. Data is sent once, because a failed attempt can be partly stored, and never to
 * another origin.
 */
export function once(settings: ClientSettings): ClientSettings {
  return { ...settings, redirects: 'same-origin', limits: { ...settings.limits, retries: 0 } };
}

interface Asked {
  readonly address: URL;
  readonly answerBytes: number;
}

function agentFor({ address, answerBytes }: Asked, settings: ClientSettings): GuardedAgent {
  const { npm, ca, onBytes } = settings;
  const credentials = credentialsFor(address, settings);
  return new GuardedAgent(
    {
      requireAllowed: (url) => {
        requireStep({ url, address }, settings);
      },
      keepsCredentials: (url) =>
        credentials !== undefined && url.origin === address.origin && credentialsFor(url, settings) === credentials,
      answerBytes,
      onBytes,
    },
    { proxy: npm.proxy, noProxy: npm.noProxy, ...(ca !== undefined && { ca: [ca] }) },
  );
}

interface Step {
  /** Next address. */
  readonly url: URL;
  /** Requested address. */
  readonly address: URL;
}

/** Checks a requested address, which a redirect can change. @throws RegistryError as `requireAllowed` */
function requireStep({ url, address }: Step, settings: ClientSettings): void {
  try {
    requireAllowed(url, settings);
  } catch (error) {
    if (!(error instanceof RegistryError) || url.origin === address.origin) throw error;
    const hint =
      'If the registry has moved, configure its new address in your own .npmrc. Otherwise, report this to its operator.';
    throw new RegistryError(error.code, `${address.origin} redirects to another host: ${error.message}`, { hint });
  }
  requireNear({ url, address }, settings);
}

/**
 * Checks a redirect. By default, a redirect must stay at the same origin. `none` refuses all redirects, and `listed`
 * accepts redirects to all allowed registries.
 */
function requireNear({ url, address }: Step, { redirects = 'same-origin' }: ClientSettings): void {
  const isSame = url.pathname === address.pathname && url.search === address.search;
  if (redirects === 'listed' || (url.origin === address.origin && (isSame || redirects !== 'none'))) return;
  const message = `${address.origin} redirects to ${url.origin}, and this redirect is not allowed`;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message);
}

function optionsFor(registry: string, { npm, cache, offline }: ClientSettings): FetchOptions {
  return {
    registry,
    ...Object.fromEntries(npm.credentials),
    cache,
    offline,
    preferOnline: !offline,
    retry: { retries: 0 },
    userAgent: `genlock node/${process.version}`,
  };
}
