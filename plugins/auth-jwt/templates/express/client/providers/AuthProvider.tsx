import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { AuthContext, type Auth, type Ending, type SecondStep } from '@/hooks/useAuth';
import { send } from '@/lib/api';
import { changeUser, readUser, reloadOthers, userKey } from '@/lib/auth/identity';
import { settleSignIn } from '@/lib/auth/recent';
import { forgetSession, onSessionEnd, rememberSession } from '@/lib/auth/session';
import { listenToTabs, tellTabs } from '@/lib/auth/tabs';
import type { User } from '@/lib/auth/user';
import { forgetDrafts } from '@/lib/drafts';

/** Provides the current user to all components below, and synchronizes all tabs. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<Ending>();
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: userKey,
    queryFn: () => readUser(queryClient),
    networkMode: 'always',
  });
  const user = data ?? null;

  // Runs after each render, when the previous user’s content has left the page.
  useEffect(() => {
    void reloadOthers(queryClient);
  });

  useEffect(() => {
    function leave(how: Ending) {
      const left = queryClient.getQueryData<User | null>(userKey);
      if (!left) return;
      if (how === 'elsewhere') forgetDrafts(left.id);
      setEnding(how);
      void changeUser(queryClient, null);
    }
    const askAgain = () => void queryClient.invalidateQueries({ queryKey: userKey });
    // A page restored from the back/forward cache has missed later changes.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && askAgain();
    const stops = [
      onSessionEnd(() => leave('expired')),
      listenToTabs((message) => {
        if (message === 'signed-in') askAgain();
        else leave(message === 'signed-out' ? 'elsewhere' : 'expired');
      }),
      () => removeEventListener('pageshow', comeBack),
    ];
    addEventListener('pageshow', comeBack);
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);

  const actions = useMemo(() => {
    async function enter(path: string, body: object) {
      const answer = await send<{ user: User } | SecondStep>('POST', path, body);
      if ('challenge' in answer) return setSecondStep(answer);
      const { user: entered } = answer;
      const before = queryClient.getQueryData<User | null>(userKey);
      rememberSession();
      await changeUser(queryClient, entered);
      setSecondStep(undefined);
      tellTabs('signed-in');
      // A waiting request must not be sent for another user.
      settleSignIn(before?.id === entered.id);
    }
    return {
      enter,
      login: (credentials) => enter('/api/auth/login', credentials),
      register: (account) => enter('/api/auth/register', account),
      logout: async ({ everywhere = false } = {}) => {
        if (everywhere) await send('DELETE', '/api/auth/sessions?all=true');
        else await send('POST', '/api/auth/logout');
        const left = queryClient.getQueryData<User | null>(userKey);
        if (left) forgetDrafts(left.id);
        forgetSession();
        setEnding('here');
        await changeUser(queryClient, null);
        tellTabs('signed-out');
      },
    } satisfies Partial<Auth>;
  }, [queryClient]);

  const auth = useMemo<Auth>(
    () => ({
      ...actions,
      secondStep,
      setSecondStep,
      user,
      isLoading: isPending,
      error: data === undefined ? error : null,
      ending: user ? undefined : ending,
      retry: () => void refetch(),
    }),
    [actions, secondStep, user, isPending, data, error, ending, refetch],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}
