import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { SecondStep } from '@/components/auth/SecondStep';
import { TextLink } from '@/components/auth/TextLink';
import { PageHeader } from '@/components/PageHeader';
import { type Ending, useAuth } from '@/hooks/useAuth';
import { pathWithNext, safeNext } from '@/lib/auth/next';
import { t } from '@/lib/i18n';

interface AuthPageProps {
  title: string;
  /** The link to the other page, with its question and text. */
  other?:
    | {
        readonly page: '/login' | '/register';
        readonly question: string;
        readonly text: string;
      }
    | undefined;
  children: ReactNode;
}

const endings = {
  expired: 'authSessionExpired',
  elsewhere: 'authSignedOutElsewhere',
  here: 'authSignedOut',
} as const satisfies Record<Ending, string>;

/**
 * Renders the common layout of the login and registration pages. Redirects signed-in users to their
 * target page.
 */
export function AuthPage({ title, other, children }: AuthPageProps) {
  const { user, ending, secondStep } = useAuth();
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));

  // Signed-in users complete a second step too, if they sign in again.
  if (secondStep) {
    return (
      <div className="mx-auto max-w-md">
        <PageHeader title={t('authSecondStep')} />
        <SecondStep step={secondStep} />
      </div>
    );
  }
  if (user) return <Navigate to={next} replace />;
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title={title} />
      {ending && (
        <p role="status" className="bg-muted mb-6 rounded-md px-4 py-3 text-sm">
          {t(endings[ending])}
        </p>
      )}
      {children}
      {other && (
        <p className="text-muted-foreground mt-6 text-sm">
          {other.question} <TextLink to={pathWithNext(other.page, next)}>{other.text}</TextLink>
        </p>
      )}
    </div>
  );
}
