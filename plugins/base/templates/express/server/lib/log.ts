import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, stdSerializers, stdTimeFunctions } from 'pino';
import { readableLine } from './readable-log';

/** Fields that every log line during a request has. */
export const requestFields = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Keys whose values never reach the log. */
const secrets = ['password', 'token', 'accessToken', 'refreshToken', 'secret', 'apiKey'];
const headers = ['authorization', 'cookie', '["set-cookie"]'];

/**
 * Writes one JSON object a line to standard output; in development, a line for people.
 * Every line has `time`, `level` and `msg`, and during a request `requestId`. `env.ts` sets the level to `LOG_LEVEL`.
 */
export const log = pino(
  {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ ...requestFields.getStore() }),
    redact: [...secrets, ...headers].flatMap((key) => [
      key,
      key.startsWith('[') ? `*${key}` : `*.${key}`,
    ]),
    serializers: { err: describeError },
  },
  { write: writeLine },
);

/** A URL in an error can contain a password. */
function writeLine(json: string): void {
  const line = json.replaceAll(/:\/\/[^/@\s"]+@/g, '://***@');
  const isDevelopment = process.env.NODE_ENV === 'development';
  process.stdout.write(isDevelopment ? readableLine(line, process.stdout.isTTY) : line);
}

/** Describes an error. Prisma's messages quote the values of the query; only their last line, the cause, is logged. */
export function describeError(error: Error): object {
  const description = stdSerializers.err(error);
  if (!error.name.startsWith('PrismaClient')) return description;
  const message = error.message.split('\n').at(-1) ?? '';
  const stack = description.stack.replace(error.message, message);
  return { type: description.type, message, code: description.code, stack };
}
