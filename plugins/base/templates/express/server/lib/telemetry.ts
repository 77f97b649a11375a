import { setTimeout as delay } from 'node:timers/promises';
import { log } from './log';
import type { TelemetryApi } from './observe';

/** A running export of traces and metrics. */
interface Telemetry {
  readonly api: TelemetryApi;
  /** Sends the remaining data. */
  readonly stop: () => Promise<void>;
}

const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** The time to send the remaining data at the end, in milliseconds. */
const patience = 1500;

/** The last release of the SDK that runs on all Node versions of this project. */
const packages = '@opentelemetry/api @opentelemetry/sdk-node@0.223';

/**
 * Starts OpenTelemetry if an endpoint is set. Without one, no package is loaded. A missing package
 * only causes a warning, because some hosts set the variables for all applications.
 */
export async function startTelemetry(): Promise<Telemetry | undefined> {
  const { env } = process;
  if (env.OTEL_SDK_DISABLED === 'true' || !endpoints.some((name) => env[name])) return undefined;
  const api = await load('@opentelemetry/api');
  const sdk = await load('@opentelemetry/sdk-node');
  if (api === undefined || sdk === undefined) {
    log.warn(
      { code: 'telemetry_not_installed' },
      `OpenTelemetry is configured, but not installed. Run: npm install ${packages}`,
    );
    return undefined;
  }
  // Spans of MongoDB would contain the values of the queries.
  const isMongo = env.DATABASE_URL?.startsWith('mongodb') === true;
  const prisma = isMongo ? undefined : await load('@prisma/instrumentation');
  const { title } = await import('../generated/openapi');
  env.OTEL_SERVICE_NAME ||= title;
  env.OTEL_METRICS_EXPORTER ||= 'otlp';
  env.OTEL_LOGS_EXPORTER ||= 'none';
  // Other detectors send the command line and the name of the host.
  env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env';
  const instrumentations = prisma === undefined ? [] : [new prisma.PrismaInstrumentation()];
  const node = new sdk.NodeSDK({ instrumentations });
  node.start();
  return { api, stop: () => stop(node) };
}

/** Sends the remaining data. A collector that does not respond must not delay the end. */
async function stop(node: { shutdown(): Promise<void> }): Promise<void> {
  try {
    await Promise.race([node.shutdown(), delay(patience, undefined, { ref: false })]);
  } catch (error) {
    log.warn({ err: error }, 'telemetry was not sent');
  }
}

/** Imports an optional package; `undefined` if it is not installed. */
async function load(name: string) {
  try {
    return await import(/* @vite-ignore */ name);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.message.includes(name);
    if (isMissing && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
