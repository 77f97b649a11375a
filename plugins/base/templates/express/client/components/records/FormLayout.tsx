import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Slot } from '@/components/Slot';
import { UnsavedChanges } from '@/components/records/UnsavedChanges';
import { Button, buttonVariants } from '@/components/ui/button';
import { slots } from '@/generated/slots';
import { t } from '@/lib/i18n';
import type { FormSlotProps } from '@/lib/slots';

/** The props of a record form. Without a record, the form creates one. */
export interface FormProps<Item> {
  record?: Item | undefined;
  /** The values of a new record that replace the defaults, such as those of another record. */
  copyOf?: Partial<Item> | undefined;
  /** Replaces the pages after the form: a form in a dialog. */
  inline?: InlineForm<Item> | undefined;
}

/** A form that creates a record for another form. */
export interface InlineForm<Item> {
  onSaved: (record: Item) => void;
  onCancel: () => void;
}

interface FormLayoutProps {
  form: {
    submit: () => Promise<void>;
    isSaving: boolean;
    error: Error | null;
    /** The page to return to without saving. */
    back: string;
    /** Replaces `back` for a form in a dialog. */
    onCancel?: (() => void) | undefined;
    hasUnsaved: boolean;
    /** The entity and the stored record, for components of plugins. */
    subject?: FormSlotProps;
  };
  children?: ReactNode;
}

/** Renders a form with its fields, the error of the last save, and buttons. */
export function FormLayout({ form, children }: FormLayoutProps) {
  const { submit, isSaving, error, back, onCancel, hasUnsaved, subject } = form;
  const problem = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);

  return (
    <form
      noValidate
      // Most records are about other people. Browsers must not fill in the user's own data.
      autoComplete="off"
      aria-busy={isSaving}
      className="max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset disabled={isSaving} className="min-w-0 space-y-5">
        {children}
        {subject && <Slot components={slots.form} props={subject} path={subject.resource.path} />}
        {error && (
          <p
            ref={problem}
            role="alert"
            tabIndex={-1}
            className="border-destructive/40 bg-destructive/10 text-destructive rounded-md border px-4 py-3 text-sm font-medium"
          >
            {error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          <Button type="submit">{isSaving ? t('saving') : t('save')}</Button>
          {onCancel ? (
            <Button variant="outline" onClick={onCancel}>
              {t('cancel')}
            </Button>
          ) : (
            <Link to={back} className={buttonVariants({ variant: 'outline' })}>
              {t('cancel')}
            </Link>
          )}
        </div>
      </fieldset>
      {!onCancel && <UnsavedChanges hasUnsaved={hasUnsaved} />}
    </form>
  );
}
