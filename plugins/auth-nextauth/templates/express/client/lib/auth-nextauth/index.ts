import { send } from '@/lib/api';
import { forgetSession } from '@/lib/auth/session';
import { tellTabs } from '@/lib/auth/tabs';

export interface SignInOptions {
  /** The path to open afterwards. */
  readonly callbackUrl?: string;
  /** Whether to connect the provider to the current user. */
  readonly link?: boolean;
  /** The token of the invitation to accept. */
  readonly invitation?: string;
}

/**
 * Opens a provider to sign in, such as `google`.
 * @throws ProblemError if the server refuses or cannot be reached
 */
export async function signIn(provider: string, options: SignInOptions = {}): Promise<void> {
  const path = `/api/auth/signin/${encodeURIComponent(provider)}`;
  const { url } = await send<{ url: string }>('POST', path, options);
  location.assign(url);
}

/**
 * Ends the session in all tabs and opens a page.
 * @throws ProblemError if the server cannot be reached; the session is then still active
 */
export async function signOut({ callbackUrl = '/' }: { callbackUrl?: string } = {}): Promise<void> {
  await send('POST', '/api/auth/signout');
  forgetSession();
  tellTabs('signed-out');
  location.assign(callbackUrl);
}
