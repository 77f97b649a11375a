import { CircleCheck } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

let current: { text: string } | undefined;
const listeners = new Set<() => void>();

function show(notice: typeof current) {
  current = notice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells people for a few seconds that something was done. */
export function notify(text: string) {
  show({ text });
}

export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => current);

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => show(undefined), 5_000);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto">
      {notice && (
        <p className="bg-foreground text-background flex items-center gap-2 rounded-lg px-4 py-3 text-sm font-medium shadow-lg">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">{notice.text}</span>
        </p>
      )}
    </div>
  );
}
