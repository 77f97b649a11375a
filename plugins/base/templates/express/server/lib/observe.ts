import type { RequestHandler } from 'express';
import { entities, routes } from '../generated/openapi';
import { ownRoutes } from './own-routes';
import { bySpecificity, pathsOverlap } from './route-paths';

/** The parts of `@opentelemetry/api` that the server uses. The package is optional. */
export interface TelemetryApi {
  readonly context: { active(): Context; with(context: Context, run: () => void): void };
  readonly propagation: { extract(context: Context, carrier: object): Context };
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { readonly kind: number }, context: Context): Span;
    };
    setSpan(context: Context, span: Span): Context;
  };
  readonly metrics: {
    getMeter(name: string): { createHistogram(name: string, options: object): Histogram };
  };
}

type Context = unknown;
type Attributes = Readonly<Record<string, string | number>>;

interface Span {
  updateName(name: string): unknown;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

interface Histogram {
  record(value: number, attributes: Attributes): void;
}

const serverKind = 1;
const errorStatus = 2;

/** The boundaries that OpenTelemetry recommends for the duration of HTTP requests, in seconds. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Returns a handler that traces and measures each request by the template of its route. Addresses,
 * queries, headers and bodies are not recorded.
 */
export function observeRequests({
  context,
  propagation,
  trace,
  metrics,
}: TelemetryApi): RequestHandler {
  const tracer = trace.getTracer('server');
  const duration = metrics.getMeter('server').createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: boundaries },
  });
  return (req, res, next) => {
    const { method, path, headers } = req;
    const start = performance.now();
    const parent = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(method, { kind: serverKind }, parent);
    res.once('close', () => {
      const route = templateOf(path);
      const { statusCode } = res;
      const attributes = {
        'http.request.method': method,
        'http.response.status_code': statusCode,
        ...(route !== undefined && { 'http.route': route }),
        ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
        ...(!res.writableFinished && { 'error.type': 'aborted' }),
      };
      if (route !== undefined) span.updateName(`${method} ${route}`);
      span.setAttributes(attributes);
      if ('error.type' in attributes) span.setStatus({ code: errorStatus });
      span.end();
      duration.record((performance.now() - start) / 1000, attributes);
    });
    context.with(trace.setSpan(parent, span), next);
  };
}

const templates = [
  '/openapi.json',
  ...[
    '/admin',
    '/admin/access',
    '/admin/settings',
    ...entities.flatMap(({ path }) => [path, `${path}/bulk`, `${path}/:id`]),
    ...[...routes, ...ownRoutes.descriptions].map(({ path }) => path),
  ].map((path) => `/api${path}`),
].toSorted(bySpecificity);

/** Returns the template of a path: `/api/orders/:id`. `undefined` for pages and files. */
function templateOf(path: string): string | undefined {
  return templates.find((template) => pathsOverlap(template, path));
}
