/** Result of every failed command. */
import * as z from 'zod';
import type { LogLine } from '../../sandbox/index.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { exitCodes } from '../errors/entry.ts';
import type { ErrorReport } from '../errors/report.ts';
import { count, text, where } from './parts.ts';

/** Codes are never renamed, but new ones are added. Programs must accept unknown codes. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is wider than the type on purpose
export const errorCode = z.string().regex(/^[A-Z][A-Z0-9_]*$/u) as unknown as z.ZodType<ErrorCode>;

const frame = z.strictObject({ file: text, line: count, column: count });

/** Console output of a plugin. */
export const log: z.ZodType<LogLine[]> = z.array(
  z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), text }),
);

const run = z.strictObject({
  plugin: text,
  callers: z.array(frame),
  source: z.array(z.strictObject({ line: count, text })),
  log,
});

const report: z.ZodType<ErrorReport> = z.strictObject({
  code: errorCode,
  message: text,
  hint: text.meta({ description: 'Suggested fix.' }),
  exit: z.union(Object.values(exitCodes).map((code) => z.literal(code))).meta({ description: 'The exit code.' }),
  problems: z
    .array(
      z.strictObject({
        code: errorCode,
        message: text,
        hint: text,
        file: text.exactOptional(),
        line: count.exactOptional(),
        column: count.exactOptional(),
        key: text.exactOptional(),
        run: run.exactOptional(),
      }),
    )
    .min(1)
    .meta({ description: 'Everything that is wrong; the first is the one above.' }),
});

/** Error of any command. The exit code gives the category. */
export const failure: z.ZodType<{ readonly error: ErrorReport }> = z.strictObject({ error: report });

/** A problem in a file that a command only reads. */
export const problem = z.strictObject({
  code: errorCode,
  message: text,
  where: where.exactOptional(),
  hint: text.exactOptional(),
});
export const problems = z.array(problem);
