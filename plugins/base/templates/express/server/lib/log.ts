import { pino, stdSerializers, stdTimeFunctions } from 'pino';
import { env } from './env';

export const log = pino({
  level: env.LOG_LEVEL,
  timestamp: stdTimeFunctions.isoTime,
  serializers: { err: describeError },
});

/** An error without the values it was about: Prisma's messages quote the whole query, and end with what is wrong in it. */
export function describeError(error: Error): object {
  const description = stdSerializers.err(error);
  if (!error.name.startsWith('PrismaClient')) return description;
  const message = error.message.split('\n').at(-1) ?? '';
  return { ...description, message, stack: description.stack.replace(error.message, message) };
}
