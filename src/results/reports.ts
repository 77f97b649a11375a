/** Results of the commands that inspect a project. */
import * as z from 'zod';
import type { DiffResult } from '../flows/project/diff.ts';
import type { ListResult } from '../flows/project/list.ts';
import type { StatusResult } from '../flows/status/status.ts';
import type { VerifyResult } from '../flows/verify/verify.ts';
import type { WhyResult } from '../flows/why/why.ts';
import { problem } from './failure.ts';
import { count, diff, footprint, healed, moved, open, path, paths, repairs, root, text, texts } from './parts.ts';

const project = z.strictObject({ name: text, root });

/** `list` */
export const listResult: z.ZodType<ListResult> = z.strictObject({
  healed,
  project,
  plugins: z.array(
    z.strictObject({
      name: text,
      state: z.enum(['on', 'off', 'missing', 'leaving']),
      waits: z.boolean(),
      version: text.exactOptional(),
      source: text.exactOptional(),
      footprint: footprint.exactOptional(),
      requires: texts.exactOptional().meta({ description: 'Plugins that the plugin requires.' }),
    }),
  ),
  available: texts,
});

/** `status` */
export const statusResult: z.ZodType<StatusResult> = z.strictObject({
  healed,
  damaged: repairs,
  project: z.strictObject({ root }),
  files: z.strictObject({
    edited: paths,
    missing: paths,
    moved: z.array(moved),
    blocked: paths,
    conflicts: paths,
  }),
  open: open.exactOptional(),
  overrides: z
    .array(z.strictObject({ path, replaces: path.exactOptional() }))
    .exactOptional()
    .meta({ description: 'Files in `client/overrides`. Without `replaces`, the replaced file does not exist.' }),
  pending: z.strictObject({
    changes: z.array(z.strictObject({ kind: z.enum(['create', 'update', 'delete']), path })),
    plugins: texts,
    problem: problem.exactOptional(),
  }),
});

/** `diff` */
export const diffResult: z.ZodType<DiffResult> = z.strictObject({
  healed,
  project: z.strictObject({ root }),
  files: diff,
});

const pinned = { name: text, version: text, integrity: z.string().regex(/^sha512-/u) };
const callKind = [
  'copyTemplates',
  'registerAPIRoutes',
  'registerAdminMenu',
  'registerPrismaSchema',
  'registerSettings',
  'registerProvider',
  'registerCSS',
  'guardModel',
  'registerSecurityPolicy',
  'registerMiddleware',
  'registerHooks',
  'registerJobs',
  'registerSlot',
  'extendEntity',
] as const;

/** `verify` */
export const verifyResult: z.ZodType<VerifyResult> = z.strictObject({
  healed,
  status: z.enum(['verified', 'edited', 'unsound', 'unproven']),
  project,
  plugins: z.array(z.strictObject(pinned)),
  files: z.array(
    z.strictObject({
      path,
      kind: z.enum(['core', 'plugin', 'edited', 'missing', 'stale', 'unknown', 'record']),
      owner: text.exactOptional(),
    }),
  ),
  contradictions: texts,
  reruns: z.array(
    z.strictObject({
      name: text,
      version: text,
      source: text,
      outcome: z.enum(['same', 'different', 'other-bytes', 'other-version', 'no-source', 'other-inputs', 'off']),
      differences: z.array(
        z.strictObject({
          kind: z.enum([...callKind, 'manifest', 'settings', 'migration']),
          index: count.exactOptional(),
          path: path.exactOptional(),
          change: z.enum(['added', 'removed', 'changed']),
        }),
      ),
    }),
  ),
});

const part = z.strictObject({
  kind: z.enum([...callKind, 'manifest', 'field', 'relation']),
  index: count.exactOptional(),
  key: text.exactOptional(),
  template: text.exactOptional(),
});

/** `why` */
export const whyResult: z.ZodType<WhyResult> = z.strictObject({
  healed,
  project,
  file: path,
  movedFrom: path.exactOptional(),
  owner: text.exactOptional(),
  origin: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('record') }),
      z.strictObject({ kind: z.literal('core'), emitter: text }),
      z.strictObject({ kind: z.literal('plugin'), plugin: z.strictObject(pinned), call: part }),
    ])
    .exactOptional(),
  replacedBy: path.exactOptional(),
  replaces: z.strictObject({ path, exists: z.boolean(), nearest: path.exactOptional() }).exactOptional(),
  line: z.strictObject({ number: count, text, isYours: z.boolean() }).exactOptional(),
  isInEveryProject: z.boolean(),
  reasons: z.array(
    z.strictObject({
      kind: z.enum(['entity', 'plugin']),
      name: text,
      plugin: z.strictObject(pinned).exactOptional(),
      requiredBy: texts.exactOptional().meta({ description: 'Plugins that require the plugin.' }),
      parts: z.array(part),
      effect: z.enum(['file', 'lines']),
      goes: z.strictObject({
        files: paths,
        changed: z.array(z.strictObject({ path, lines: z.array(z.strictObject({ from: count, to: count })) })),
      }),
    }),
  ),
});
