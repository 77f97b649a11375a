import { useEffect, useSyncExternalStore } from 'react';
import { CircleAlert, CircleCheck } from '@/components/icons';

/** A short message about the result of an action. */
interface Notice {
  text: string;
  kind: 'done' | 'failed';
  action?: NoticeAction | undefined;
}

/** A button in a message, such as “Undo”. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

let current: Notice | undefined;
const listeners = new Set<() => void>();

function show(notice: typeof current) {
  current = notice;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a success or error message for a few seconds, or for a minute if it has an action. */
export function notify(text: string, kind: Notice['kind'] = 'done', action?: NoticeAction) {
  show({ text, kind, action });
}

const icons = { done: CircleCheck, failed: CircleAlert };

export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => current);
  const Icon = icons[notice?.kind ?? 'done'];

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => show(undefined), notice.action ? 60_000 : 5_000);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <div
      role="status"
      className="print:hidden pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto"
    >
      {notice && (
        <p className="bg-foreground text-background flex items-center gap-2 rounded-lg px-4 py-3 text-sm font-medium shadow-lg">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere">{notice.text}</span>
          {notice.action && (
            <button
              type="button"
              className="pointer-events-auto -my-2 min-h-9 rounded-sm px-2 font-semibold underline underline-offset-4"
              onClick={() => {
                show(undefined);
                notice.action?.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
