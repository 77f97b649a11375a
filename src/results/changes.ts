/** Results of the commands that change a project. */
import * as z from 'zod';
import type { ChangeResult } from '../engine/change.ts';
import type { EjectResult } from '../flows/project/eject.ts';
import type { InitResult } from '../flows/project/init.ts';
import type { ResolveResult } from '../flows/project/resolve.ts';
import type { Summary } from '../engine/summary.ts';
import {
  access,
  database,
  diff,
  healed,
  code,
  modelChanges,
  moved,
  open,
  paths,
  plan,
  pluginChanges,
  renamed,
  repairs,
  root,
  steps,
  text,
  texts,
} from './parts.ts';

const interrupted = z.enum(['write', 'install']).meta({
  description:
    'Ctrl-C was pressed during this step. The files are written; `steps` has the rest. The exit code is 130.',
});

const project = z.strictObject({ name: text, root, database });

/** `add`, `remove`, `sync`, `update`, `upgrade`, `entity …`, `plan`, `apply` */
export const changeResult: z.ZodType<ChangeResult> = z.strictObject({
  status: z.enum(['changed', 'unchanged', 'planned']),
  interrupted: interrupted.exactOptional(),
  healed,
  repaired: repairs,
  project,
  plan,
  plugins: pluginChanges,
  models: modelChanges,
  merged: paths,
  moved: z.array(moved),
  renamed: renamed.exactOptional().meta({
    description: 'Files with content of the user that follow a renamed entity; absent if there are none.',
  }),
  warnings: texts,
  left: z.strictObject({ models: texts, columns: texts, variables: texts }),
  diff: diff.exactOptional(),
  newer: z
    .array(z.strictObject({ name: text, installed: text, inRange: text, newest: text }))
    .exactOptional()
    .meta({ description: 'Newer versions outside the ranges in genlock.json; only of `update`.' }),
  open: open.exactOptional(),
  steps,
});

const summary: z.ZodType<Summary> = z.strictObject({
  entities: z.array(z.strictObject({ name: text, path: text })),
  routes: z.array(z.strictObject({ path: text, methods: texts, access, plugin: text })),
  open: texts.exactOptional(),
  code: z.array(z.strictObject({ plugin: text, code })),
  models: z.array(z.strictObject({ name: text, plugin: text })),
  plugins: z.array(z.strictObject({ name: text, version: text })),
  packages: z.array(z.strictObject({ name: text, range: text, dev: z.boolean(), plugin: text.exactOptional() })),
});

/** `init` */
export const initResult: z.ZodType<InitResult> = z.strictObject({
  status: z.enum(['created', 'finished', 'unchanged', 'changed', 'planned']),
  interrupted: interrupted.exactOptional(),
  project,
  plan,
  summary,
  plugins: pluginChanges,
  warnings: texts,
  open: open.exactOptional(),
  steps,
  replay: text,
  defaults: texts.exactOptional(),
  repository: z.enum(['committed', 'initialized', 'present']).exactOptional(),
  diff: diff.exactOptional(),
});

/** `resolve` */
export const resolveResult: z.ZodType<ResolveResult> = z.strictObject({
  status: z.enum(['resolved', 'open', 'planned']),
  healed,
  project: z.strictObject({ root }),
  resolved: paths,
  open: paths,
  yours: paths,
  waiting: paths,
});

/** `eject` */
export const ejectResult: z.ZodType<EjectResult> = z.strictObject({
  status: z.enum(['ejected', 'planned']),
  healed,
  project: z.strictObject({ root }),
  plan,
  mentions: paths,
  warnings: texts,
  steps,
});
