import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, stdSerializers, stdTimeFunctions } from 'pino';
import { readableLine } from './readable-log';

/** Data of the current request, also in work that continues after the response. */
interface RequestContext {
  /** Every log line during the request has it. */
  readonly requestId: string;
  /** Returns the language that the client prefers; `false` if it accepts none of them. */
  readonly languageOf: (available: string[]) => string | false;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

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
    mixin: () => requestFields(),
    redact: [...secrets, ...headers].flatMap((key) => [
      key,
      key.startsWith('[') ? `*${key}` : `*.${key}`,
    ]),
    serializers: { err: describeError },
  },
  { write: writeLine },
);

/** Returns the fields that every log line during a request has. */
export function requestFields(): { readonly requestId?: string } {
  const context = requestContext.getStore();
  return context === undefined ? {} : { requestId: context.requestId };
}

/** A URL in an error can contain a password. */
function writeLine(json: string): void {
  const line = json.replaceAll(/:\/\/[^/@\s"]+@/g, '://***@');
  const isDevelopment = process.env.NODE_ENV === 'development';
  process.stdout.write(isDevelopment ? readableLine(line, process.stdout.isTTY) : line);
}

/**
 * Describes an error. Database errors quote the values of the query. Only the last line of their message, the cause, is
 * logged, with placeholders for values.
 */
export function describeError(error: Error): object {
  const description = stdSerializers.err(error);
  if (!/^(?:PrismaClient|DriverAdapterError)/.test(error.name)) return description;
  const message = withoutValues(error.message.split('\n').at(-1) ?? '');
  const calls = description.stack.split('\n').filter((line) => /^\s+at /.test(line));
  const stack = [`${error.name}: ${message}`, ...calls].join('\n');
  return { type: description.type, message, code: description.code, stack };
}

/** Names of the database stay: they have double quotes and follow the kind of object. */
const named = /\b(?:column|constraint|index|relation|schema|table|type) $/;

function withoutValues(message: string): string {
  return message
    .replaceAll(/"[^"]*"/g, (text, at: number) =>
      named.test(message.slice(0, at)) ? text : '"***"',
    )
    .replaceAll(/'[^']*'/g, "'***'")
    .replaceAll(/=\([^)]*\)/g, '=(***)');
}
