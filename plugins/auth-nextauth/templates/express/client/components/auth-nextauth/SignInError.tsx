import { useEffect, useRef } from 'react';
import { t } from '@/lib/i18n';

/** The messages by code. The address bar must not decide about any other text. */
const messages = {
  attempt_unknown: 'nextauthAttemptUnknown',
  unknown_provider: 'nextauthUnknownProvider',
  provider_refused: 'nextauthProviderRefused',
  provider_unavailable: 'nextauthProviderUnavailable',
  access_denied: 'nextauthAccessDenied',
  email_missing: 'nextauthEmailMissing',
  email_unverified: 'nextauthEmailUnverified',
  account_exists: 'nextauthAccountExists',
  account_disabled: 'nextauthAccountDisabled',
  linked_elsewhere: 'nextauthLinkedElsewhere',
  invitation_invalid: 'nextauthInvitationInvalid',
  invitation_other_address: 'nextauthInvitationOtherAddress',
  session_changed: 'nextauthSessionChanged',
  signup_closed: 'nextauthSignupClosed',
  verification_required: 'nextauthVerificationRequired',
} as const;

/** Renders why a sign-in with a provider failed. */
export function SignInError({ code }: { code: string | null }) {
  if (code === null) return null;
  const message = Object.hasOwn(messages, code)
    ? messages[code as keyof typeof messages]
    : 'nextauthFailed';
  return <Alert key={code} text={t(message)} />;
}

function Alert({ text }: { text: string }) {
  const shown = useRef<HTMLParagraphElement>(null);

  useEffect(() => shown.current?.focus(), []);

  return (
    <p
      ref={shown}
      role="alert"
      tabIndex={-1}
      className="order-first border-destructive/40 bg-destructive/10 text-destructive rounded-md border px-4 py-3 text-sm font-medium"
    >
      {text}
    </p>
  );
}
