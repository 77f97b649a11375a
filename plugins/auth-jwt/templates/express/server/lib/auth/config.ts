import { settings } from '../../generated/settings';
import { env, refuseEnvironment } from '../env';
import { log } from '../log';
import { keyring, shortestSecret, weaknessOf } from './keys';

const given = settings['auth-jwt'];
const appUrl = new URL(given.appUrl ?? `http://localhost:${env.PORT}`);
const allowedOrigins = (given.allowedOrigins ?? '').split(',').filter((text) => text.trim() !== '');

const secrets = {
  JWT_SECRET: given.secret,
  JWT_REFRESH_SECRET: given.refreshSecret,
  JWT_SECRET_PREVIOUS: given.previousSecret,
  JWT_REFRESH_SECRET_PREVIOUS: given.previousRefreshSecret,
};

const web = ['http:', 'https:'];
const problems = findProblems();
if (problems.length > 0) refuseEnvironment(problems);
for (const [name, secret] of Object.entries(secrets)) {
  const weakness = secret === undefined ? undefined : weaknessOf(secret);
  if (weakness !== undefined)
    log.warn(`${name} ${weakness}: make one with openssl rand -base64 32`);
}

/** The authentication configuration, validated at startup. */
export const authConfig = {
  algorithm: given.algorithm as 'HS256' | 'HS384' | 'HS512',
  /** Lifetimes in seconds. */
  accessLifetime: secondsOf(given.tokenExpiry),
  refreshLifetime: secondsOf(given.refreshExpiry),
  sessionLifetime: secondsOf(given.sessionExpiry),
  /** The first key signs tokens; the previous keys only verify tokens. */
  accessKeys: keyring(given.secret, given.previousSecret),
  refreshKeys: keyring(given.refreshSecret, given.previousRefreshSecret),
  /**
   * The grace period in milliseconds in which a used refresh token from a cookie gets its successor
   * again.
   */
  refreshGrace: given.refreshGrace * 1000,
  /** The users who may register: every visitor, visitors who prove their address first, or invited users. */
  registration: given.registration as 'open' | 'private' | 'invited',
  /** Whether users must prove their address before they can sign in. */
  verifyEmail: given.verifyEmail as 'off' | 'required',
  /** Whether users can sign in with a link in a mail. */
  hasMagicLink: given.magicLink === 'on',
  /** Attempts per minute. */
  rateLimit: given.rateLimit,
  bcryptCost: given.bcryptCost,
  /** The number of days for which audit events are stored. */
  auditDays: given.auditDays,
  redisUrl: given.redisUrl,
  /** The public URL of the application: `https://example.com` */
  origin: appUrl.origin,
  isHttps: appUrl.protocol === 'https:',
  /** Other origins that may send requests. */
  allowedOrigins: new Set(allowedOrigins.map((text) => new URL(text.trim()).origin)),
} as const;

/** Returns the invalid variables by name. The messages never contain values. */
function findProblems(): string[] {
  const found = Object.entries(secrets)
    .filter(([, secret]) => secret !== undefined && secret.length < shortestSecret)
    .map(([name]) => `${name} is shorter than ${shortestSecret} characters`);
  if (given.secret === given.refreshSecret) {
    found.push('JWT_REFRESH_SECRET must differ from JWT_SECRET');
  }
  if (!Number.isInteger(given.rateLimit)) found.push('AUTH_RATE_LIMIT is not a whole number');
  if (!Number.isInteger(given.bcryptCost)) found.push('BCRYPT_COST is not a whole number');
  if (!isOfScheme(appUrl.href, web)) found.push('APP_URL is not an http or https URL');
  // Other schemes have the origin "null", which any page can send.
  if (!allowedOrigins.every((text) => isOfScheme(text.trim(), web))) {
    found.push('AUTH_ALLOWED_ORIGINS is not a list of http or https URLs');
  }
  if (given.redisUrl !== undefined && !isOfScheme(given.redisUrl, ['redis:', 'rediss:'])) {
    found.push('REDIS_URL is not a URL such as redis://localhost:6379');
  }
  return found;
}

function isOfScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol);
}

/** @param duration such as `15m`, `12h` or `7d` */
function secondsOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
  return Number.parseInt(duration, 10) * (units[duration.slice(-1)] ?? 0);
}
