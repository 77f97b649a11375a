/** Results of the commands for plugin authors, and of `doctor`. */
import * as z from 'zod';
import { sandboxLayers, type SandboxErrorCode } from '../../sandbox/index.ts';
import type { DoctorResult } from '../flows/machine/doctor.ts';
import type { PluginCreateResult } from '../flows/author/create.ts';
import type { PluginValidateResult } from '../flows/author/validate.ts';
import { errorCode, log, problems } from './failure.ts';
import { access, amount, code, count, database, plan, steps, text, texts, unformatted } from './parts.ts';

/** `plugin create` */
export const createResult: z.ZodType<PluginCreateResult> = z.strictObject({
  status: z.enum(['created', 'planned']),
  plugin: z.strictObject({ name: text, folder: text }),
  plan,
  steps,
});

/** `plugin validate` */
export const validateResult: z.ZodType<PluginValidateResult> = z.strictObject({
  plugin: z.strictObject({ name: text, version: text, folder: text, requires: texts.exactOptional() }),
  runs: z.array(
    z.strictObject({
      database,
      footprint: z.strictObject({
        files: count,
        code,
        styles: amount,
        routes: z.array(z.strictObject({ path: text, methods: texts, access })),
        models: texts,
        reads: texts,
        extensions: texts,
        guards: texts,
        hosts: texts,
        middleware: texts,
        hooks: texts,
        jobs: texts,
        slots: texts,
        providers: texts,
        menu: texts,
        theme: texts,
        packages: texts,
        settings: texts,
        secrets: texts,
      }),
      log,
    }),
  ),
  migrations: z
    .array(z.strictObject({ version: text, databases: z.array(database), tables: texts }))
    .exactOptional()
    .meta({ description: 'Data migrations of the package, by version; absent without any.' }),
  unformatted: unformatted.exactOptional(),
  effects: z.array(z.strictObject({ file: text, line: count, what: text })).exactOptional(),
  alone: z.array(z.strictObject({ code: errorCode, message: text })).exactOptional(),
  warnings: texts,
});

const layer = z.enum(sandboxLayers);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the codes are open, as in failure.ts
const sandboxCode = errorCode as unknown as z.ZodType<SandboxErrorCode>;

/** `doctor` */
export const doctorResult: z.ZodType<DoctorResult> = z.strictObject({
  version: text,
  node: text,
  platform: text,
  canRun: z.boolean(),
  sandbox: z.strictObject({
    failure: z.strictObject({ code: sandboxCode, message: text }).exactOptional(),
    wall: text,
    layers: z.array(z.strictObject({ layer, live: z.boolean(), possible: z.boolean() })),
  }),
  policy: z.strictObject({
    require: z.array(layer),
    missing: z.array(layer),
    problems,
  }),
});
