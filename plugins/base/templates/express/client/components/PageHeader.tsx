import type { ReactNode } from 'react';
import { appName } from '@/lib/app';

/** Renders the page title, also as window title, and the page actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <title>{title === appName ? appName : `${title} · ${appName}`}</title>
      <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      {children && <div className="flex flex-wrap items-center gap-2 print:hidden">{children}</div>}
    </div>
  );
}
