/** What a tab tells the others of this site. */
export type TabMessage = 'signed-in' | 'signed-out' | 'session-ended';

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  channel ??= new BroadcastChannel('auth');
  return channel;
}

/** Tells the other tabs, not this one. */
export function tellTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/** Calls `listener` with what other tabs tell; returns what stops that. */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<TabMessage>) => listener(data);
  const opened = open();
  opened?.addEventListener('message', heard);
  return () => opened?.removeEventListener('message', heard);
}
