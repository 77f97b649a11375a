import type { ReactNode } from 'react';
import type { FieldFrame } from '@/components/fields/useField';
import { t } from '@/lib/i18n';

/** Renders a label above a control, and the error or hint below. */
export function Frame({ children, ...frame }: FieldFrame & { children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={frame.id} className="block text-sm font-medium">
        {frame.label}
        {!frame.required && !frame.hasDefault && <Optional />}
      </label>
      {children}
      <FrameNotes {...frame} />
    </div>
  );
}

export function Optional() {
  return <span className="text-muted-foreground font-normal"> {t('optional')}</span>;
}

/** Renders a field's error or hint. Screen readers announce changes. */
export function FrameNotes({ id, hint, error }: Pick<FieldFrame, 'id' | 'hint' | 'error'>) {
  return (
    <div aria-live="polite" className="text-sm">
      {error ? (
        <p id={`${id}-error`} className="text-destructive font-medium">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-muted-foreground">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
