import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../server/app';
import { log } from '../../server/lib/log';
import type { TelemetryApi } from '../../server/lib/observe';
import { startTelemetry } from '../../server/lib/telemetry';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A stand-in for OpenTelemetry that keeps what it receives. */
function recorder() {
  const spans: { name: string; parent: unknown; attributes: object; status: number | undefined }[] =
    [];
  const durations: { seconds: number; attributes: object }[] = [];
  const startSpan = (name: string, _options: object, parent: unknown) => {
    const span = { name, parent, attributes: {}, status: undefined as number | undefined };
    return {
      updateName: (to: string) => (span.name = to),
      setAttributes: (attributes: object) => (span.attributes = attributes),
      setStatus: ({ code }: { code: number }) => (span.status = code),
      end: () => void spans.push(span),
    };
  };
  const record = (seconds: number, attributes: object) =>
    void durations.push({ seconds, attributes });
  const telemetry: TelemetryApi = {
    context: { active: () => undefined, with: (_context, run) => run() },
    propagation: {
      extract: (_context, carrier) => ('traceparent' in carrier ? carrier.traceparent : undefined),
    },
    trace: { getTracer: () => ({ startSpan }), setSpan: (_context, span) => span },
    metrics: { getMeter: () => ({ createHistogram: () => ({ record }) }) },
  };
  return { telemetry, spans, durations };
}

/** Sends a request and returns everything that was recorded about it. */
async function recorded(path: string, headers: Record<string, string> = {}) {
  const { telemetry, spans, durations } = recorder();
  const server = createApp({ telemetry }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://localhost:${port}${path}`, { headers })).text();
  await vi.waitFor(() => expect(durations).toHaveLength(1));
  server.close();
  return { span: spans[0], duration: durations[0] };
}

describe('telemetry of a request', () => {
  it('has the template of the route instead of values', async () => {
    const { span, duration } = await recorded('/api/admin/access?token=secret');
    const attributes = {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/api/admin/access',
    };
    expect(span).toMatchObject({ name: 'GET /api/admin/access', attributes, status: undefined });
    expect(duration?.attributes).toEqual(attributes);
    expect(duration?.seconds).toBeGreaterThan(0);
    expect(JSON.stringify([span, duration])).not.toContain('secret');
  });

  it('has no route for an unknown address', async () => {
    const { span } = await recorded('/unknown/secret');
    expect(span?.name).toBe('GET');
    expect(JSON.stringify(span)).not.toContain('secret');
  });

  it('continues the trace of the caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect((await recorded('/openapi.json', { traceparent })).span?.parent).toBe(traceparent);
  });
});

describe('without OpenTelemetry', () => {
  it('starts no export if no endpoint is set', async () => {
    const warn = vi.spyOn(log, 'warn');
    expect(await startTelemetry()).toBeUndefined();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318');
    vi.stubEnv('OTEL_SDK_DISABLED', 'true');
    expect(await startTelemetry()).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });
});
