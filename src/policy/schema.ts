import * as z from 'zod';
import { defaultLimits, sandboxLayers } from '../../sandbox/index.ts';
import type { LimitName, SandboxLayer } from '../../sandbox/index.ts';
import { refuse } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import {
  dependenciesSchema,
  licensesSchema,
  limitShape,
  publishSchema,
  scriptsSchema,
  testsSchema,
  toolSchema,
  updatesSchema,
} from './schema/contents.ts';
import { freshnessSchema, registriesSchema, sourcesSchema } from './schema/origin.ts';
import { permissionsSchema } from './schema/permissions.ts';
import { pluginsSchema } from './schema/plugins.ts';
import { trustSchema } from './schema/trust.ts';
import { instant, pluginName, policyCode as code, text } from './schema/values.ts';

/** What a limit can't be below; 1 where nothing else is said. */
const least: Readonly<Partial<Record<LimitName, number>>> = {
  // An isolate can't be made with less.
  memoryMb: 8,
  // A worker that does nothing holds about 50 MiB, and the kernel lets it map 160 more.
  processMemoryMb: 64,
};

function limit(name: LimitName, description: string) {
  const minimum = least[name] ?? 1;
  return z
    .number()
    .check((context) => {
      if (Number.isSafeInteger(context.value) && context.value >= minimum) return;
      refuse(context, { code, message: `A limit is a whole number, ${minimum} at least.` });
    })
    .exactOptional()
    .meta({ description, type: 'integer', minimum, default: defaultLimits[name] });
}

const runLimitsSchema = z
  .strictObject({
    wallMs: limit('wallMs', 'Time of the generator, in milliseconds.'),
    cpuMs: limit('cpuMs', "Processor time of the generator's thread, in milliseconds."),
    memoryMb: limit('memoryMb', 'Heap of the isolate, in MiB.'),
    processMemoryMb: limit('processMemoryMb', 'Resident memory of the whole worker, in MiB.'),
    inputBytes: limit('inputBytes', 'Modules and templates with tags, in bytes.'),
    outputBytes: limit('outputBytes', 'All operations as JSON, rendered files included, in bytes.'),
    operations: limit('operations', 'Number of operations.'),
    values: limit('values', 'Texts, numbers, lists and objects all operations are made of.'),
    listEntries: limit('listEntries', 'Entries of one list or object in a call of the SDK.'),
    files: limit('files', 'Files of all copyTemplates together.'),
    fileBytes: limit('fileBytes', 'One of these files, rendered or copied, in bytes.'),
    pathLength: limit('pathLength', 'A path in an operation, in characters.'),
    pathDepth: limit('pathDepth', 'Segments of a path in an operation.'),
    templateDepth: limit('templateDepth', 'Blocks of a template in each other.'),
    templateItems: limit('templateItems', 'Items all each blocks of one template walk through.'),
    templateOutputBytes: limit('templateOutputBytes', 'What one template renders to, in bytes.'),
    logLines: limit('logLines', 'Captured console lines.'),
    logBytes: limit('logBytes', 'Captured console text, in bytes.'),
  } satisfies Record<LimitName, unknown>)
  .meta({ title: 'Limits of a run' });

const layerSchema = z
  .string()
  .check((context) => {
    if (isLayer(context.value)) return;
    const message = `"${context.value}" is no layer of the sandbox.`;
    refuse(context, { code, message, hint: suggestionFor(context.value, sandboxLayers) });
  })
  .meta({ enum: [...sandboxLayers] });

const versionSchema = z
  .number()
  .check((context) => {
    if (context.value !== 1) refuse(context, { code, message: 'This version reads policies of version 1 only.' });
  })
  .meta({ description: 'Version of this format.', const: 1 });

const logSchema = z
  .string()
  .check((context) => {
    if (/^(?:\/|[A-Za-z]:[\\/])/u.test(context.value)) return;
    refuse(context, { code, message: 'The path of a log begins at the root of the file system.' });
  })
  .exactOptional()
  .meta({ description: 'A file that gets a line of JSON for each verdict. Not in a policy of a project.' });

/** The shape of a `genlock.policy.json`. */
export const policySchema = z
  .strictObject({
    $schema: text('Where the schema of this file is, for editors.'),
    version: versionSchema,
    name: text('What the policy is called.'),
    message: text('What to tell those it stops.'),
    expires: instant
      .exactOptional()
      .meta({ description: 'From this instant on, with its zone, the policy is a fault.' }),
    registries: registriesSchema.exactOptional(),
    sources: sourcesSchema.exactOptional(),
    plugins: pluginsSchema.exactOptional(),
    trust: trustSchema.exactOptional(),
    freshness: freshnessSchema.exactOptional(),
    permissions: permissionsSchema.exactOptional(),
    scripts: scriptsSchema.exactOptional(),
    dependencies: dependenciesSchema.exactOptional(),
    updates: updatesSchema.exactOptional(),
    licenses: licensesSchema.exactOptional(),
    publish: publishSchema.exactOptional(),
    tests: testsSchema.exactOptional(),
    tool: toolSchema.exactOptional(),
    required: z.array(pluginName).exactOptional().meta({ description: 'Plugins that have to be installed.' }),
    audit: z.strictObject({ log: logSchema }).exactOptional().meta({ description: 'What is written down.' }),
    sandbox: z
      .strictObject({
        require: z.array(layerSchema).exactOptional().meta({ description: "Layers without which a plugin isn't run." }),
      })
      .exactOptional()
      .meta({ description: 'What the sandbox must be.' }),
    limits: z
      .strictObject({
        ...limitShape,
        run: runLimitsSchema.exactOptional().meta({ description: 'The most one run of a plugin may use.' }),
      })
      .exactOptional()
      .meta({ description: 'Limits below the defaults; a higher one changes nothing.' }),
    consent: z.literal('always').exactOptional().meta({
      description: 'Somebody agrees to every plugin that comes or changes: bundled ones and typed paths too.',
    }),
  })
  .meta({ title: 'Genlock policy' });

/** Whether a word names a layer. */
export function isLayer(word: string): word is SandboxLayer {
  return sandboxLayers.some((layer) => layer === word);
}
