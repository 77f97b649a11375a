/** Schemas shared by several results. Each is typed with the flow's result, so that they change together. */
import * as z from 'zod';
import { accessLevels } from '../../sandbox/index.ts';
import type { CodeChange } from '../consent/code-changes.ts';
import { codePlaces } from '../consent/code-files.ts';
import { findingKinds, type Finding } from '../consent/findings.ts';
import { originFacts } from '../consent/origin.ts';
import type { FootprintIncrease, PrintedFootprint } from '../consent/footprint-increase.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import { databaseKinds, writeOperations, type OpenEntity } from '../config/config.ts';
import type { FileDiff } from '../engine/patch.ts';
import type { PluginChange, ReleaseView } from '../engine/plugin-change.ts';
import type { Change, Conflict, Moved, NextStep, Plan, RenamedFile } from '../plan/plan.ts';

export const text = z.string();
export const texts = z.array(z.string());
export const count = z.int().nonnegative();

/** The place of a problem. */
export const where = z.strictObject({
  file: text,
  line: count.exactOptional(),
  column: count.exactOptional(),
  key: text.exactOptional(),
});
export const path = z.string().meta({ description: 'From the root of the project, with slashes.' });
export const paths = z.array(path);
export const root = z.string().meta({ description: 'Absolute path of the folder.' });
export const database = z.enum(databaseKinds);
export const access = z.enum(accessLevels);
export const healed = z
  .enum(['none', 'finished', 'rolled-back'])
  .meta({ description: 'Recovery of an earlier, interrupted command.' });

export const repairs = z.array(z.strictObject({ file: path, how: z.enum(['united', 'rebuilt']) }));

const digest = z.string().regex(/^sha256-[0-9a-f]{64}$/u);
const mode = z.union([z.literal(0o644), z.literal(0o755)]).meta({ description: 'As a decimal number: 420 or 493.' });
const owner = z.string().meta({ description: '`core`, `genlock` for its own records, or the name of a plugin.' });

const change: z.ZodType<Change> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create'), path, owner, mode, after: digest }),
  z.strictObject({ kind: z.literal('update'), path, owner, mode, before: digest, after: digest }),
  z.strictObject({ kind: z.literal('delete'), path, owner, before: digest }),
]);

const conflict: z.ZodType<Conflict> = z.strictObject({
  path,
  owner,
  reason: z.enum(['edited', 'exists', 'deleted', 'blocked', 'open']),
  origin: path.exactOptional(),
  renamedFrom: path.exactOptional().meta({ description: 'Path before the entity was renamed.' }),
  sides: z
    .strictObject({
      yours: digest,
      mode,
      theirs: z.strictObject({ digest, mode, owner, movedTo: path.exactOptional() }).exactOptional(),
      marked: digest.exactOptional(),
    })
    .exactOptional(),
});

/** File changes and conflicts. Contents are named by digest. */
export const plan: z.ZodType<Plan> = z.strictObject({
  version: z.literal(1),
  changes: z.array(change).meta({ description: 'By path.' }),
  conflicts: z.array(conflict).meta({ description: 'Files for which both sides want something else.' }),
});

export const moved: z.ZodType<Moved> = z.strictObject({ from: path, to: path });
export const renamed: z.ZodType<RenamedFile[]> = z.array(
  z.strictObject({
    from: path,
    to: path,
    isOwn: z.boolean().exactOptional().meta({ description: 'The file belongs to the user.' }),
  }),
);

export const steps: z.ZodType<NextStep[]> = z
  .array(z.strictObject({ command: text, reason: text }))
  .meta({ description: 'Commands that remain to be run, in order.' });

export const diff: z.ZodType<FileDiff[]> = z.array(
  z.strictObject({
    path,
    owner,
    patch: text.exactOptional().meta({ description: 'Unified; absent for what is no text.' }),
  }),
);

export const amount = z.strictObject({ lines: count, bytes: count });

/** Code by the place where it runs. */
export const code = z.strictObject({
  build: amount.meta({ description: 'Runs when tools run.' }),
  everyPage: amount.meta({ description: 'Runs on every page.' }),
  server: amount,
  onePage: amount.meta({ description: 'Other code in the browser.' }),
  tests: amount,
  elsewhere: amount,
});

export const footprint: z.ZodType<PrintedFootprint> = z.strictObject({
  files: count,
  code,
  styles: amount,
  routes: texts.meta({ description: '`GET,POST /api/notes public`' }),
  models: texts,
  reads: texts.meta({ description: 'Data about the project that the generator receives: `entities`, `capabilities`' }),
  extensions: texts.meta({ description: 'Members added to entities, `*` for every entity: `Post.slug String`' }),
  guards: texts.meta({ description: '`User.email read-only`' }),
  hosts: texts.meta({ description: 'Hosts that pages may load resources from: `script https://cdn.example.com`' }),
  middleware: texts.meta({ description: 'Handlers for all requests: `afterAuth server/lib/audit`' }),
  hooks: texts.meta({ description: 'Hooks by entity, `*` for every entity: `Order server/lib/search/hooks`' }),
  jobs: texts.meta({
    description: 'Background jobs: `send-digest 0 8 * * 1-5 Europe/Berlin`, or `send-report queued`',
  }),
  slots: texts.meta({ description: 'Components in places of the pages: `form Order`' }),
  providers: texts,
  menu: texts.meta({ description: '`Orders /admin/orders`' }),
  theme: texts.meta({ description: 'Names of theme variables.' }),
  packages: texts.meta({ description: '`name@range`' }),
  settings: texts,
  secrets: texts,
});

const findings: z.ZodType<Finding[]> = z.array(
  z.strictObject({ kind: z.enum(findingKinds), what: text, file: path, line: count }),
);

const place = z.enum(codePlaces);

const changedCode: z.ZodType<CodeChange[]> = z.array(
  z.strictObject({
    path,
    place,
    from: place.exactOptional().meta({ description: 'Where the approved version runs, if that is another place.' }),
    added: count.meta({ description: 'Lines.' }),
    removed: count.meta({ description: 'Lines.' }),
    before: count.meta({ description: 'Bytes; 0 if the approved version of the file is not code.' }),
    after: count.meta({ description: 'Bytes; 0 if the file is not code.' }),
  }),
);

const growth: z.ZodType<FootprintIncrease> = z.strictObject({ footprint, findings });

/** Builder of a release. */
export const provenance = z.union([z.literal('absent'), z.strictObject({ issuer: text, subject: text })]);

const release: z.ZodType<ReleaseView> = z.strictObject({
  publisher: text.exactOptional().meta({ description: 'Publisher name.' }),
  publishedAt: text.exactOptional().meta({ description: 'ISO 8601.' }),
  mirror: text.exactOptional().meta({ description: 'Address of the mirror, or path of its archive.' }),
  signatures: z.enum(['verified', 'absent']).meta({ description: 'Whether its registry signed it.' }),
  provenance: provenance.meta({ description: 'Builder and certificate issuer.' }),
});

const pluginChange: z.ZodType<PluginChange> = z.strictObject({
  name: text,
  version: text,
  change: z.enum(['added', 'updated', 'removed', 'enabled', 'disabled']),
  source: text.meta({ description: 'As the lockfile names it, e.g. `bundled:…` or `folder:…`.' }),
  release: release.exactOptional().meta({ description: 'Only for plugins from a registry.' }),
  footprint,
  packages: z
    .array(
      z.strictObject({
        name: text,
        range: text,
        version: text.meta({ description: 'Version that npm would install.' }),
        publishedAt: text.exactOptional(),
        installScripts: z.boolean(),
      }),
    )
    .exactOptional()
    .meta({ description: 'Packages that come with it; only where a policy wants to know their age or scripts.' }),
  exceptions: z
    .array(z.strictObject({ rule: text, file: text, until: text, reason: text }))
    .exactOptional()
    .meta({ description: 'Exceptions from policies without which it would be denied or need consent.' }),
  extends: texts.meta({ description: 'Models of other owners that get additional fields.' }),
  requires: texts.exactOptional().meta({ description: 'Plugins that the plugin requires.' }),
  requiredBy: texts.exactOptional().meta({ description: 'Plugins that require this new or enabled plugin.' }),
  signInRoutes: texts.exactOptional().meta({
    description: 'Routes below `/api/auth`, if the plugin extends the authentication of another plugin.',
  }),
  asks: z
    .boolean()
    .meta({ description: 'It is new, its code has changed, or its permissions or its origin need an answer.' }),
  variables: z.record(z.string(), z.string()).meta({ description: 'Key of a secret → its environment variable.' }),
  before: z.strictObject({ version: text, footprint }).exactOptional(),
  growth: growth.exactOptional(),
  dataMigrations: z
    .array(z.strictObject({ version: text, path, bytes: count, statements: count, tables: texts }))
    .exactOptional()
    .meta({ description: 'Data migrations that the project gets with this update; absent without any.' }),
  origin: z.array(z.strictObject({ what: z.enum(originFacts), before: text, after: text })).exactOptional(),
  changedCode: changedCode.exactOptional().meta({
    description: 'Changed code files; absent for new, bundled, removed and disabled plugins.',
  }),
  doubts: z
    .array(z.strictObject({ what: z.enum(['package', 'alphabets']), name: text, like: text }))
    .exactOptional()
    .meta({ description: 'Names that can be mistaken for others.' }),
  findings: findings.exactOptional(),
});
/** Entities that every caller can change, because no access rule covers them. */
export const open: z.ZodType<OpenEntity[]> = z
  .array(z.strictObject({ name: text, operations: z.array(z.enum(writeOperations)) }))
  .meta({ description: 'Entities that every caller can change, because no access rule covers them.' });

export const pluginChanges = z.array(pluginChange);

const modelChange: z.ZodType<ModelChange> = z.strictObject({
  name: text,
  change: z.enum(['added', 'changed', 'removed']),
  come: texts,
  go: texts,
});
export const modelChanges = z.array(modelChange);

/** Files that the formatter of the project changes or cannot read. */
export const unformatted = z.array(z.strictObject({ path: text, line: count, error: text.exactOptional() }));
