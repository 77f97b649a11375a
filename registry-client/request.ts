import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import { RegistryError } from './errors.ts';
import { failureOf, isTakenOut, waitOf } from './failure.ts';
import { GuardedAgent } from './guarded-agent.ts';
import { ownCache } from './own-cache.ts';
import { withPassedOver } from './ignored-settings.ts';
import { credentialsFor, requireAllowed } from './registries.ts';
import { networkLimits, type ClientSettings, type NetworkLimits } from './settings.ts';

/** One thing asked of a registry. */
export interface RegistryRequest {
  readonly registry: string;
  /** The address that is asked, where it isn't in the registry. */
  readonly address?: string | undefined;
  /** What is asked for, as messages name it: `chat`, `chat 1.2.0`. */
  readonly what: string;
  /** Most bytes of the answer. */
  readonly answerBytes: number;
  /** What the registry says now: an old answer from the cache is none, unless nothing may be fetched. */
  readonly fresh?: true;
}

/** Options as npm's own libraries take them. */
export type FetchOptions = Readonly<Record<string, unknown>>;

/**
 * Asks a registry through one of npm's libraries: within the limits, to allowed addresses only, again if the registry
 * is busy or failed; when it wants to be, unless that is too long.
 *
 * @throws RegistryError
 */
export async function request<Answer>(
  { registry, address = registry, what, answerBytes, fresh }: RegistryRequest,
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
      // What was refused may have been made up for from the cache.
      if (agent.refusal !== undefined) throw agent.refusal;
      if (fresh === true && !settings.offline && !agent.isAnswered) throw unreachable(registry);
      return answer;
    } catch (error) {
      if (settings.signal?.aborted === true) throw settings.signal.reason;
      const failure = agent.refusal ?? failureOf(error, { what, registry, timedOut: timeout.aborted });
      throw withPassedOver(failure, { host: new URL(address).host, npm: settings.npm });
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
  return new RegistryError('REGISTRY_UNREACHABLE', `${new URL(registry).host} can't be reached`);
}

/** What may be over in a moment. */
const mayPass: ReadonlySet<string> = new Set(['REGISTRY_RATE_LIMITED', 'REGISTRY_FAILED']);

/** Milliseconds; who is told to wait longer is told so at once. */
const longestWait = 10_000;

/** Whether asking again may help; once the registry wants to be asked again. */
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
 * The same settings for what is sent: it is sent once, as nobody knows how much of a broken attempt went through, and to
 * nobody else, wherever redirects may lead.
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
        requireAllowed(url, settings);
        requireNear({ url, address }, settings);
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
  /** What is about to be reached. */
  readonly url: URL;
  /** What was asked for. */
  readonly address: URL;
}

/**
 * Whoever is asked may send on to another place of its own, unless what is asked is one place, and to another registry
 * only where that is wanted.
 */
function requireNear({ url, address }: Step, { redirects = 'same-origin' }: ClientSettings): void {
  const isSame = url.pathname === address.pathname && url.search === address.search;
  if (redirects === 'listed' || (url.origin === address.origin && (isSame || redirects !== 'none'))) return;
  const message = `${address.origin} redirects to ${url.origin}, and a redirect stays where it began`;
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
