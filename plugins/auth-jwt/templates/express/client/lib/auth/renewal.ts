import { aroundRequests, type Transport } from '@/lib/api';
import { endSession, rememberSession, renewedAt } from '@/lib/auth/session';
import { tellTabs } from '@/lib/auth/tabs';

/** The timeout of a renewal in milliseconds. */
const patience = 20_000;

/** The outcome of a renewal: renewed, ended, or the server’s response if the state is unknown. */
type Renewal = 'renewed' | 'ended' | Response;

/**
 * Sends requests with tokens in cookies only, so that scripts cannot read them. If the access token
 * has expired, renews the session and repeats the request once. Requests that fail together, in any
 * tab, share one renewal.
 */
export function withRenewal(inner: Transport): Transport {
  const send: Transport = (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('x-token-delivery', 'cookie');
    return inner(path, { ...init, headers });
  };
  let current: Promise<Renewal> | undefined;

  return async (path, init) => {
    const sentAt = Date.now();
    const response = await send(path, init);
    if (!(await asksForSession(response))) return response;
    current ??= renewOnce(send, sentAt).finally(() => (current = undefined));
    const renewal = await current;
    if (renewal === 'renewed') return send(path, init);
    return renewal === 'ended' ? response : renewal.clone();
  };
}

aroundRequests(withRenewal);

/** Returns whether a request failed because the access token is missing or invalid. */
async function asksForSession(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const code = await problemCode(response);
  return code === 'unauthenticated' || code === 'invalid_token';
}

/** Returns the code of an error response. The response can still be read afterwards. */
export async function problemCode(response: Response): Promise<string | undefined> {
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return problem?.code;
}

/**
 * Renews the session in one tab while the others wait. Without the Web Locks API (no HTTPS),
 * several tabs can renew at once; the server returns the same tokens to all of them.
 */
function renewOnce(send: Transport, sentAt: number): Promise<Renewal> {
  const renewal = () => renew(send, sentAt);
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks ? locks.request('auth-renewal', renewal) : renewal();
}

async function renew(send: Transport, sentAt: number): Promise<Renewal> {
  const last = renewedAt();
  if (last !== undefined && last >= sentAt && last <= Date.now()) return 'renewed';
  if (last !== undefined) {
    const signal = AbortSignal.timeout(patience);
    // The timestamp from another tab may not be visible here yet, but the cookies are.
    const { status } = await send('/api/auth/me', { signal });
    if (status !== 401) return 'renewed';
    const response = await send('/api/auth/refresh', { method: 'POST', signal });
    if (response.ok) {
      rememberSession();
      return 'renewed';
    }
    if (response.status !== 401) return response;
    tellTabs('session-ended');
  }
  endSession();
  return 'ended';
}
