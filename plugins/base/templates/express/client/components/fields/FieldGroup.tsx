import type { ReactNode } from 'react';

/** Renders fields that belong together, below a heading. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-5 rounded-xl border px-5 pt-2 pb-5">
      <legend className="-ml-2 px-2 font-semibold wrap-anywhere">{legend}</legend>
      {children}
    </fieldset>
  );
}
