import * as z from 'zod';
import { sandboxLayers } from '../../sandbox/index.ts';
import type { SandboxLayer } from '../../sandbox/index.ts';
import { refuse } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { dependenciesSchema, scriptsSchema } from './schema/dependencies.ts';
import { exceptionsSchema, teamName, teamSchema } from './schema/exceptions.ts';
import { parentSchema } from './schema/extends.ts';
import { freshnessSchema } from './schema/freshness.ts';
import { licensesSchema } from './schema/licenses.ts';
import { limitsSchema } from './schema/limits.ts';
import { registriesSchema, sourcesSchema } from './schema/origin.ts';
import { permissionsSchema } from './schema/permissions.ts';
import { pluginsSchema } from './schema/plugins.ts';
import { publishSchema } from './schema/publish.ts';
import { testsSchema } from './schema/tests.ts';
import { toolSchema } from './schema/tool.ts';
import { trustSchema } from './schema/trust.ts';
import { updatesSchema } from './schema/updates.ts';
import { instant, pluginName, policyCode as code, recordOf, text } from './schema/values.ts';

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
    limits: limitsSchema.exactOptional(),
    consent: z.literal('always').exactOptional().meta({
      description: 'Every new or changed plugin needs consent, including bundled plugins and typed paths.',
    }),
  })
  .meta({ title: 'Genlock policy' });

/** Checks that a word names a sandbox layer. */
export function isLayer(word: string): word is SandboxLayer {
  return sandboxLayers.some((layer) => layer === word);
}
