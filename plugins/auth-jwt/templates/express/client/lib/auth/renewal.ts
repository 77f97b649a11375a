import { aroundRequests, type Transport } from '@/lib/api';
import { endSession, rememberSession, renewedAt } from '@/lib/auth/session';
import { tellTabs } from '@/lib/auth/tabs';

/** How long a renewal may take before it counts as failed. */
const patience = 20_000;

/** What became of a session: it lives, it is over, or the server could not tell and said this. */
type Renewal = 'renewed' | 'ended' | Response;

/**
 * Sends requests so that tokens stay in cookies, where no script reads them. One that is refused
 * because the access token is over renews the session and is sent once more. Requests that are
 * refused together, in any tab, renew it once.
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

/** Whether a request was refused for want of a valid access token, and not for anything else. */
async function asksForSession(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return problem?.code === 'unauthenticated' || problem?.code === 'invalid_token';
}

/**
 * One tab renews while the others wait for it. Without locks (the page did not come by HTTPS)
 * several may; the server answers them all with the same tokens.
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
    // What another tab stored a moment ago may not be seen here yet; its cookies are.
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
