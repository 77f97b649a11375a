import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/i18n';

interface AuthFormProps {
  form: {
    submit: (event: FormEvent) => Promise<void>;
    isSending: boolean;
    problem: string | undefined;
    wait: number;
  };
  /** The button label. `busy` is the label while the form is sent. */
  action: string;
  busy: string;
  children: ReactNode;
}

/** Renders a form with its fields, error message and button. */
export function AuthForm({ form, action, busy, children }: AuthFormProps) {
  const { submit, isSending, problem, wait } = form;
  const shown = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (problem) shown.current?.focus();
  }, [problem]);

  // A script submits the form. If the script fails, POST keeps passwords out of the URL.
  return (
    <form
      noValidate
      method="post"
      aria-busy={isSending}
      className="space-y-5"
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {problem && (
        <p
          ref={shown}
          role="alert"
          tabIndex={-1}
          className="border-destructive/40 bg-destructive/10 text-destructive rounded-md border px-4 py-3 text-sm font-medium"
        >
          {problem}
        </p>
      )}
      <Button
        type="submit"
        aria-disabled={isSending || wait > 0}
        className="w-full aria-disabled:opacity-50 sm:w-auto"
      >
        {isSending ? busy : wait > 0 ? t('authWait', { seconds: wait }) : action}
      </Button>
    </form>
  );
}
