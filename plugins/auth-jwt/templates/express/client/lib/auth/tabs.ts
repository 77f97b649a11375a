/** A message to the other tabs of this site. */
export type TabMessage = 'signed-in' | 'signed-out' | 'session-ended';

let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  channel ??= new BroadcastChannel('auth');
  return channel;
}

/** Sends a message to all other tabs. */
export function tellTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/** Calls `listener` with messages from other tabs. Returns a function that unsubscribes. */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<TabMessage>) => listener(data);
  const opened = open();
  opened?.addEventListener('message', heard);
  return () => opened?.removeEventListener('message', heard);
}
