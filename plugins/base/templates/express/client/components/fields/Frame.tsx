import type { ReactNode } from 'react';
import type { FieldFrame } from '@/components/fields/useField';

/** Label above, control, then the error or the hint. */
export function Frame({ children, ...frame }: FieldFrame & { children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={frame.id} className="block text-sm font-medium">
        {frame.label}
        {!frame.required && <Optional />}
      </label>
      {children}
      <FrameNotes {...frame} />
    </div>
  );
}

export function Optional() {
  return <span className="text-muted-foreground font-normal"> (optional)</span>;
}

export function FrameNotes({ id, hint, error }: Pick<FieldFrame, 'id' | 'hint' | 'error'>) {
  if (error) {
    return (
      <p id={`${id}-error`} className="text-destructive text-sm font-medium">
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={`${id}-hint`} className="text-muted-foreground text-sm">
      {hint}
    </p>
  ) : null;
}
