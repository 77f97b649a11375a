/**
 * Schemas of the operations. The host checks results with the same rules as the guest, so a plugin that bypasses the
 * guest's checks gains no advantage.
 */
import * as z from 'zod';
import { isCssName, isCssValue } from './css.ts';
import { extendEntity } from './extension-schema.ts';
import { isJobName, isSchedule, isTimeZoneName } from './job-syntax.ts';
import {
  accessLevels,
  everyEntity,
  guardedOperations,
  httpMethods,
  middlewarePositions,
  mostRetries,
  policyResources,
  slotNames,
} from './operations.ts';
import {
  isId,
  isIdentifier,
  isModulePath,
  isPlainNumber,
  isPlainText,
  isRelativePath,
  isRoutePath,
  isSettingKey,
  isSitePath,
} from './syntax.ts';

const path = z.string().refine(isRelativePath);
const line = z.string().min(1).max(200).refine(isPlainText);
const number = z.number().refine(isPlainNumber);
const id = z.string().refine(isId);
const sitePath = z.string().refine(isSitePath);

const copyTemplates = z.strictObject({
  kind: z.literal('copyTemplates'),
  files: z.array(
    z.union([
      z.strictObject({ path, content: z.string(), template: path.exactOptional() }),
      z.strictObject({ path, source: path }),
    ]),
  ),
});

const registerAPIRoutes = z.strictObject({
  kind: z.literal('registerAPIRoutes'),
  routes: z.array(
    z.strictObject({
      path: z.string().refine(isRoutePath),
      handler: path,
      methods: z.array(z.enum(httpMethods)).min(1).max(httpMethods.length),
      access: z.enum(accessLevels).exactOptional(),
    }),
  ),
});

const registerAdminMenu = z.strictObject({
  kind: z.literal('registerAdminMenu'),
  id,
  label: line,
  icon: line.exactOptional(),
  href: sitePath.exactOptional(),
  children: z.array(z.strictObject({ id, label: line, href: sitePath })).exactOptional(),
});

const registerPrismaSchema = z.strictObject({
  kind: z.literal('registerPrismaSchema'),
  schema: z.string(),
  source: path.exactOptional(),
});

const setting = z.strictObject({
  type: z.enum(['string', 'number', 'boolean']),
  label: line.exactOptional(),
  default: z.union([z.string().max(10_000), number, z.boolean()]).exactOptional(),
  sample: z.union([z.string().max(10_000), number, z.boolean()]).exactOptional(),
  required: z.boolean().exactOptional(),
  secret: z.boolean().exactOptional(),
  validation: z.literal('url').exactOptional(),
  pattern: z.string().max(200).exactOptional(),
  min: number.exactOptional(),
  max: number.exactOptional(),
  env: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/)
    .exactOptional(),
  generate: z.boolean().exactOptional(),
});

const registerSettings = z.strictObject({
  kind: z.literal('registerSettings'),
  pluginId: id,
  schema: z.record(z.string().refine(isSettingKey), setting),
});

const registerProvider = z.strictObject({
  kind: z.literal('registerProvider'),
  name: z.string().refine(isIdentifier),
  import: z.string().refine(isModulePath),
  order: number,
});

const registerCSS = z.strictObject({
  kind: z.literal('registerCSS'),
  variables: z.record(z.string().refine(isCssName), z.string().refine(isCssValue)),
});

const names = z.array(z.string().refine(isIdentifier));

const guardModel = z.strictObject({
  kind: z.literal('guardModel'),
  model: z.string().refine(isIdentifier),
  refuse: z.array(z.enum(guardedOperations)).max(guardedOperations.length),
  readOnly: names,
  reserved: names,
  module: path.exactOptional(),
  page: sitePath.exactOptional(),
});

const registerSecurityPolicy = z.strictObject({
  kind: z.literal('registerSecurityPolicy'),
  sources: z.partialRecord(z.enum(policyResources), z.array(z.string().max(300).refine(isPlainText))),
});

const registerMiddleware = z.strictObject({
  kind: z.literal('registerMiddleware'),
  position: z.enum(middlewarePositions),
  module: path,
});

const registerSlot = z.strictObject({
  kind: z.literal('registerSlot'),
  slot: z.enum(slotNames),
  entity: z.string().refine(isIdentifier).exactOptional(),
  module: path,
});

const registerHooks = z.strictObject({
  kind: z.literal('registerHooks'),
  entity: z.union([z.literal(everyEntity), z.string().refine(isIdentifier)]),
  module: path,
});

const registerJobs = z.strictObject({
  kind: z.literal('registerJobs'),
  jobs: z.array(
    z.strictObject({
      name: z.string().refine(isJobName),
      module: path,
      schedule: z.string().refine(isSchedule).exactOptional(),
      timeZone: z.string().refine(isTimeZoneName).exactOptional(),
      retries: z.int().min(0).max(mostRetries).exactOptional(),
    }),
  ),
});

const operation = z.discriminatedUnion('kind', [
  copyTemplates,
  registerAPIRoutes,
  registerAdminMenu,
  registerPrismaSchema,
  registerSettings,
  registerProvider,
  registerCSS,
  guardModel,
  registerSecurityPolicy,
  registerMiddleware,
  registerHooks,
  registerJobs,
  registerSlot,
  extendEntity,
]);

/** A list of operations from any source. */
export const operationList = z.array(operation);
