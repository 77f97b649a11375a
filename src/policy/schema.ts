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
import { exceptionsSchema, teamName, teamSchema } from './schema/exceptions.ts';
import { parentSchema } from './schema/extends.ts';
import { freshnessSchema, registriesSchema, sourcesSchema } from './schema/origin.ts';
import { permissionsSchema } from './schema/permissions.ts';
import { pluginsSchema } from './schema/plugins.ts';
import { trustSchema } from './schema/trust.ts';
import { instant, pluginName, policyCode as code, recordOf, text } from './schema/values.ts';

/** Minimum values of limits; 1 for all others. */
const least: Readonly<Partial<Record<LimitName, number>>> = {
  // An isolate cannot start with less.
  memoryMb: 8,
  // An idle worker uses about 50 MiB, and the kernel allows it to map 160 MiB more.
  processMemoryMb: 64,
};

function limit(name: LimitName, description: string) {
  const minimum = least[name] ?? 1;
  return z
    .number()
    .check((context) => {
      if (Number.isSafeInteger(context.value) && context.value >= minimum) return;
      refuse(context, { code, message: `A limit must be an integer of at least ${minimum}.` });
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
    values: limit('values', 'Total number of strings, numbers, lists and objects in all operations.'),
    listEntries: limit('listEntries', 'Entries of one list or object in an SDK call.'),
    files: limit('files', 'Files of all copyTemplates together.'),
    fileBytes: limit('fileBytes', 'One of the files of copyTemplates, rendered or copied, in bytes.'),
    pathLength: limit('pathLength', 'A path in an operation, in characters.'),
    pathDepth: limit('pathDepth', 'Segments of a path in an operation.'),
    templateDepth: limit('templateDepth', 'Nesting depth of template blocks.'),
    templateItems: limit('templateItems', 'Total number of items in the each blocks of one template.'),
    templateOutputBytes: limit('templateOutputBytes', 'Output of one template, in bytes.'),
    logLines: limit('logLines', 'Captured console lines.'),
    logBytes: limit('logBytes', 'Captured console text, in bytes.'),
  } satisfies Record<LimitName, unknown>)
  .meta({ title: 'Limits of a run' });

const layerSchema = z
  .string()
  .check((context) => {
    if (isLayer(context.value)) return;
    const message = `"${context.value}" is not a sandbox layer. Layers: ${sandboxLayers.join(', ')}.`;
    refuse(context, { code, message, hint: suggestionFor(context.value, sandboxLayers) });
  })
  .meta({ enum: [...sandboxLayers] });

const versionSchema = z
  .number()
  .check((context) => {
    if (context.value !== 1) refuse(context, { code, message: 'Only policy version 1 is supported.' });
  })
  .meta({ description: 'Version of this format.', const: 1 });

const logSchema = z
  .string()
  .check((context) => {
    if (/^(?:\/|[A-Za-z]:[\\/])/u.test(context.value)) return;
    refuse(context, { code, message: 'The path of a log must be absolute.' });
  })
  .exactOptional()
  .meta({ description: 'File that receives one JSON line per verdict. Not allowed in a project policy.' });

/** Schema of `genlock.policy.json`. */
export const policySchema = z
  .strictObject({
    $schema: text('Where the schema of this file is, for editors.'),
    version: versionSchema,
    name: text('Name of the policy.'),
    message: text('Message for users whose action is denied.'),
    expires: instant
      .exactOptional()
      .meta({ description: 'Expiry time with a time zone. Afterwards, the policy is an error.' }),
    extends: parentSchema.exactOptional().meta({
      description:
        'Policy that also applies: a path relative to the folder of this file, or an https URL with "#sha512-…".',
    }),
    exceptions: exceptionsSchema.exactOptional(),
    teams: recordOf(teamName, teamSchema).exactOptional().meta({
      description: 'Named groups of plugins, for the keys of plugins.rules and for exceptions.',
    }),
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
    openEntities: z.literal('refuse').exactOptional().meta({
      description:
        'With an authentication plugin, "access" must decide for every entity who may create, change and delete records.',
    }),
    required: z.array(pluginName).exactOptional().meta({ description: 'Plugins that must be installed.' }),
    audit: z.strictObject({ log: logSchema }).exactOptional().meta({ description: 'Audit log.' }),
    sandbox: z
      .strictObject({
        require: z.array(layerSchema).exactOptional().meta({ description: 'Layers that a plugin run must have.' }),
      })
      .exactOptional()
      .meta({ description: 'Sandbox requirements.' }),
    limits: z
      .strictObject({
        ...limitShape,
        run: runLimitsSchema.exactOptional().meta({ description: 'Limits of one plugin run.' }),
      })
      .exactOptional()
      .meta({ description: 'Limits below the defaults; higher values have no effect.' }),
    consent: z.literal('always').exactOptional().meta({
      description: 'Every new or changed plugin needs consent, including bundled plugins and typed paths.',
    }),
  })
  .meta({ title: 'Genlock policy' });

/** Checks that a word names a sandbox layer. */
export function isLayer(word: string): word is SandboxLayer {
  return sandboxLayers.some((layer) => layer === word);
}
