/** What a command that fails prints, whatever it was to do. */
import * as z from 'zod';
import type { LogLine } from '../../sandbox/index.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { exitCodes } from '../errors/entry.ts';
import type { ErrorReport } from '../errors/report.ts';
import { count, text } from './parts.ts';

/** A code is never renamed, but there will be more of them: a program has to bear one it doesn't know. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is wider than the type on purpose
export const errorCode = z.string().regex(/^[A-Z][A-Z0-9_]*$/u) as unknown as z.ZodType<ErrorCode>;

const frame = z.strictObject({ file: text, line: count, column: count });

/** A plugin's console. */
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
  hint: text.meta({ description: 'What to do.' }),
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

/** A failure of any command; the exit code says which kind. */
export const failure: z.ZodType<{ readonly error: ErrorReport }> = z.strictObject({ error: report });

/** What is wrong with files a command only looks at. */
export const problems = z.array(
  z.strictObject({
    code: errorCode,
    message: text,
    where: z
      .strictObject({
        file: text,
        line: count.exactOptional(),
        column: count.exactOptional(),
        key: text.exactOptional(),
      })
      .exactOptional(),
    hint: text.exactOptional(),
  }),
);
