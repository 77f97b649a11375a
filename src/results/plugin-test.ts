/** Result of `plugin test`. */
import * as z from 'zod';
import { graphNames } from '../flows/plugin-test/graphs.ts';
import { neighbourOrders } from '../flows/plugin-test/cases.ts';
import { lawNames, migrationLawNames, runLawNames } from '../flows/plugin-test/laws.ts';
import type { PluginTestResult } from '../flows/plugin-test/result.ts';
import { errorCode } from './failure.ts';
import { count, database, text, texts, where } from './parts.ts';

const law = z.enum([...lawNames, ...migrationLawNames, ...runLawNames]);
const value = z.union([text.meta({ description: 'Text of a setting.' }), z.number(), z.boolean()]);

const testCase = z.strictObject({
  database,
  graph: z.enum(graphNames).meta({ description: 'Entities of the project.' }),
  auth: z.boolean().meta({ description: 'Whether the project has an authentication plugin.' }),
  neighbour: z.enum(neighbourOrders).meta({ description: 'When another plugin is added.' }),
  settings: z.record(z.string(), value),
  isText: z.literal(true).exactOptional().meta({ description: 'Settings with special characters.' }),
});

/** `plugin test` */
export const testResult: z.ZodType<PluginTestResult> = z.strictObject({
  status: z.enum(['passed', 'failed']),
  plugin: z.strictObject({ name: text, version: text, folder: text.exactOptional() }),
  digest: text.meta({ description: 'sha512 of all package files except the report.' }),
  genlock: text,
  grid: z.enum(['small', 'large']),
  cases: z.array(testCase),
  laws: z.array(
    z.strictObject({
      law,
      status: z.enum(['held', 'broken', 'unchecked']),
      cases: count,
      reason: text.exactOptional(),
    }),
  ),
  broken: z.array(
    z.strictObject({
      code: errorCode,
      law,
      message: text,
      where: where.exactOptional(),
      hint: text,
      output: texts.exactOptional().meta({ description: 'Last lines of a failed script.' }),
      case: testCase.meta({ description: 'The smallest project that breaks the law.' }),
    }),
  ),
  consent: z
    .array(z.strictObject({ by: text, value, added: texts, removed: texts }))
    .meta({ description: 'Settings and databases that change what a user consents to.' }),
  refused: z.array(z.strictObject({ code: errorCode, message: text, case: testCase })),
  processorMs: count.meta({ description: 'Without the sandboxed runs.' }),
  report: text.exactOptional().meta({ description: 'Path of the written report.' }),
});
