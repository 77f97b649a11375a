const actions = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Runs a task after the user’s first action on the page, when the browser is idle. Returns a
 * function that cancels the task.
 */
export function afterFirstAction(task: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  function run() {
    controller.abort();
    // Safari does not report when it is idle.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(task);
    else setTimeout(task);
  }

  if (navigator.userActivation?.hasBeenActive) run();
  else for (const action of actions) document.addEventListener(action, run, { signal });
  return () => controller.abort();
}
