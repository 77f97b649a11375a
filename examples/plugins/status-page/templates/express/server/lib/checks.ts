/** The health checks by name. A check resolves if it passes. */
export const checks: ReadonlyMap<string, () => Promise<unknown>> = new Map([
  ['clock', async () => new Date().toISOString()],
  ['event-loop', () => new Promise((resolve) => setImmediate(resolve))],
]);

export async function isWorking(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  );
}
