import { createHash } from 'node:crypto';
import { tooManyRequests } from './errors';
import { redis, replyOf } from './redis';

/** The number of consecutive failures without a delay. */
const free = 10;
const longestWait = 15 * 60_000;
/** The time in milliseconds after which failures are forgotten. */
const memory = 24 * 3_600_000;
/** The maximum number of accounts in memory. */
const mostAccounts = 10_000;

/** Counts failures by account. */
interface Counter {
  /**
   * Counts an attempt, unless it is too early.
   * @returns the remaining delay in milliseconds
   */
  attempt(account: string): Promise<number>;
  /** Resets the failures. */
  clear(account: string): Promise<void>;
}

const counter: Counter = redis === undefined ? inMemory() : inRedis(redis);

/**
 * Slows down password guessing on one account from many addresses. After some failures, only one
 * attempt at a time is allowed, with a growing delay. Accounts are never locked. Existing and
 * unknown accounts behave alike.
 * @param account the throttling key of the account
 * @returns a function to call when the password was right
 * @throws HttpProblem 429 if the delay is not over
 */
export async function throttle(account: string): Promise<() => Promise<void>> {
  const key = createHash('sha256').update(account).digest('base64url');
  const wait = await counter.attempt(key);
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / 1000));
  return () => counter.clear(key);
}

/** @param failures before this attempt */
function waitAfter(failures: number): number {
  return failures < free ? 0 : Math.min(1000 * 2 ** (failures - free), longestWait);
}

function inMemory(): Counter {
  const accounts = new Map<string, { failures: number; next: number; forget: number }>();
  return {
    async attempt(account) {
      const now = Date.now();
      const known = accounts.get(account);
      const { failures, next } = known !== undefined && known.forget > now ? known : fresh;
      if (next > now) return next - now;
      accounts.delete(account);
      accounts.set(account, {
        failures: failures + 1,
        next: now + waitAfter(failures),
        forget: now + memory,
      });
      const oldest = accounts.keys().next().value;
      if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest);
      return 0;
    },
    async clear(account) {
      accounts.delete(account);
    },
  };
}

const fresh = { failures: 0, next: 0 } as const;

function inRedis(client: NonNullable<typeof redis>): Counter {
  const names = (account: string) => ({
    failures: `auth:failures:${account}`,
    turn: `auth:turn:${account}`,
  });
  return {
    attempt: (account) =>
      replyOf(client, async () => {
        const { failures, turn } = names(account);
        const wait = waitAfter(Number(await client.get(failures)));
        // Only the first request gets this attempt; the others wait.
        if (wait > 0 && (await client.set(turn, '1', { NX: true, PX: wait })) === null) {
          return Math.max(1, await client.pTTL(turn));
        }
        await client.multi().incr(failures).pExpire(failures, memory).exec();
        return 0;
      }),
    async clear(account) {
      const { failures, turn } = names(account);
      await replyOf(client, () => client.del([failures, turn]));
    },
  };
}
