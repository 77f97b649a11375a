import { metrics as metricsApi, trace } from '@opentelemetry/api';
import { metrics, node, tracing } from '@opentelemetry/sdk-node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hooks } from '../../server/lib/opentelemetry/hooks';
import type { Database } from '../../server/lib/records/types';

const exporter = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.DELTA);
const reader = new metrics.PeriodicExportingMetricReader({
  exporter,
  exportIntervalMillis: 3_600_000,
});
const meters = new metrics.MeterProvider({ readers: [reader] });
metricsApi.setGlobalMeterProvider(meters);
const spans = new tracing.InMemorySpanExporter();
const tracers = new node.NodeTracerProvider({
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
});
tracers.register();

beforeEach(async () => {
  await meters.forceFlush();
  exporter.reset();
  spans.reset();
});
afterAll(async () => {
  await meters.shutdown();
  await tracers.shutdown();
});

const record = { id: '1', updatedAt: new Date(0), secret: 'canary' };
const contextOf = (entity: string, tx = {} as Database) => {
  return { user: null, isApplication: true, entity, tx };
};

/** Returns the measured writes with their number. */
async function measured(): Promise<unknown[]> {
  await meters.forceFlush();
  const all = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  return all.flatMap((scope) =>
    scope.metrics.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => {
        const { count } = value as { count: number };
        return [descriptor.name, ...Object.values(attributes), count];
      }),
    ),
  );
}

test('measures writes by entity and operation', async () => {
  for (let number = 0; number < 2; number += 1) {
    const context = contextOf('Order');
    await hooks.beforeCreate?.({ ...context, data: record });
    await hooks.afterCreate?.({ ...context, record });
  }
  const context = contextOf('Order');
  await hooks.beforeDelete?.({ ...context, previous: record });
  await hooks.afterDelete?.({ ...context, previous: record });
  const name = 'app.record.write.duration';
  expect(await measured()).toEqual([
    [name, 'Order', 'create', 2],
    [name, 'Order', 'delete', 1],
  ]);
});

test('measures a write inside another write', async () => {
  const tx = {} as Database;
  const [outer, inner] = [contextOf('Order', tx), contextOf('OrderLine', tx)];
  await hooks.beforeUpdate?.({ ...outer, data: record, previous: record });
  await hooks.beforeCreate?.({ ...inner, data: record });
  await hooks.afterCreate?.({ ...inner, record });
  await hooks.afterUpdate?.({ ...outer, record, previous: record });
  expect((await measured()).map((one) => [one].flat().slice(1, 3))).toEqual([
    ['OrderLine', 'create'],
    ['Order', 'update'],
  ]);
});

test('adds writes to the span of the request, without values', async () => {
  const context = contextOf('Order');
  await trace.getTracer('test').startActiveSpan('POST /api/orders', async (span) => {
    await hooks.beforeCreate?.({ ...context, data: record });
    await hooks.afterCreate?.({ ...context, record });
    span.end();
  });
  const [span] = spans.getFinishedSpans();
  expect(span?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['record.write', { 'app.entity': 'Order', 'app.operation': 'create' }],
  ]);
  expect(JSON.stringify(span?.events)).not.toContain('canary');
});

test('does not measure a write that failed', async () => {
  const failed = contextOf('Order');
  await hooks.beforeCreate?.({ ...failed, data: record });
  const other = contextOf('Order');
  await hooks.afterCreate?.({ ...other, record });
  expect(await measured()).toEqual([]);
});
