import { metrics, trace } from '@opentelemetry/api';

type Operation = 'create' | 'update' | 'delete';

interface Write {
  readonly entity: string;
  readonly operation: Operation;
  readonly start: number;
}

/** The writes of a transaction that have begun. A hook can write inside another write. */
const begun = new WeakMap<object, Write[]>();

/** Starts the clock of a write. A failed write is not measured, but the span of its request is. */
export function begin(tx: object, entity: string, operation: Operation): void {
  const writes = begun.get(tx) ?? [];
  begun.set(tx, [...writes, { entity, operation, start: performance.now() }]);
}

/** Records the duration of a write, and adds it to the span of the request. No values are recorded. */
export function end(tx: object, entity: string, operation: Operation): void {
  const writes = begun.get(tx) ?? [];
  const index = writes.findLastIndex(
    (write) => write.entity === entity && write.operation === operation,
  );
  const [write] = index < 0 ? [] : writes.splice(index, 1);
  if (write === undefined) return;
  const attributes = { 'app.entity': entity, 'app.operation': operation };
  durations().record((performance.now() - write.start) / 1000, attributes);
  trace.getActiveSpan()?.addEvent('record.write', attributes);
}

/** Returns the histogram. The provider exists only after the server has started. */
function durations() {
  return metrics.getMeter('records').createHistogram('app.record.write.duration', {
    description: 'Duration of writing a record with its hooks.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] },
  });
}
