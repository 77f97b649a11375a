import type { ReactNode } from 'react';
import { TextLink } from '@/components/auth/TextLink';
import { PageHeader } from '@/components/PageHeader';
import { useFragment } from '@/hooks/useFragment';
import { t } from '@/lib/i18n';

interface LinkPageProps {
  title: string;
  /** Renders the content for the token in the link. */
  children: (token: string) => ReactNode;
  /** The content without a token. By default an error. */
  otherwise?: ReactNode;
}

/** Renders a page that a link in a mail opens. Opening the page changes nothing. */
export function LinkPage({ title, children, otherwise }: LinkPageProps) {
  const token = useFragment('token');
  return (
    <div className="mx-auto max-w-md space-y-5">
      <PageHeader title={title} />
      {token === undefined ? (otherwise ?? <p>{t('authLinkMissing')}</p>) : children(token)}
    </div>
  );
}

interface OutcomeProps {
  /** The page to continue with. */
  to: string;
  action: string;
  children: ReactNode;
}

/** Renders the result of a form instead of the form. */
export function Outcome({ to, action, children }: OutcomeProps) {
  return (
    <>
      <p ref={focus} role="status" tabIndex={-1} className="outline-none">
        {children}
      </p>
      <p>
        <TextLink to={to}>{action}</TextLink>
      </p>
    </>
  );
}

/** The form had the focus and is removed. */
function focus(element: HTMLElement | null) {
  element?.focus();
}
