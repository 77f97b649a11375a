/** Runs a task when the browser is idle. Returns a function that cancels the task. */
export function whenIdle(task: () => void): () => void {
  // Safari does not report when it is idle.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(task);
  return () => cancelIdleCallback(request);
}
