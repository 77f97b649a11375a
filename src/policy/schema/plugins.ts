import * as z from 'zod';
import { refuse } from '../../core/schema-check.ts';
import { permissionsSchema } from './permissions.ts';
import { isPlatform, platformPattern } from '../platforms.ts';
import { pluginPattern } from './exceptions.ts';
import { duration, glob, instant, integrity, opinionOn, policyCode, range, recordOf, text } from './values.ts';
import { teamOf } from '../globs.ts';

const stops = new Set(['blocked', 'removed']);

const platform = z
  .string()
  .check((context) => {
    if (isPlatform(context.value)) return;
    const message =
      'A platform must be a Node.js platform name, optionally with an architecture: "linux", "darwin-arm64".';
    refuse(context, { code: policyCode, message });
  })
  .meta({ pattern: platformPattern });

const ruleSchema = z
  .strictObject({
    mode: z.enum(['allowed', 'blocked', 'required', 'removed']).exactOptional().meta({
      description:
        'allowed: the default does not apply. blocked, removed: it must not be installed. required: it must be installed.',
    }),
    versions: range.exactOptional().meta({
      description: 'The only allowed versions. In a blocking rule: the blocked versions.',
    }),
    integrity: z.array(integrity).min(1).exactOptional().meta({ description: 'The only allowed archive hashes.' }),
    platforms: z.array(platform).min(1).exactOptional().meta({
      description: 'The only allowed platforms: "linux", "darwin-arm64".',
    }),
    minAge: duration.exactOptional().meta({ description: 'Minimum age of a release: "7d".' }),
    permissions: permissionsSchema.exactOptional(),
    except: z.array(glob).exactOptional().meta({ description: 'Names that the rule does not match.' }),
    until: instant.exactOptional().meta({ description: 'End of the rule. Afterwards, it has no effect.' }),
    reason: text('Reason, shown with the verdict of the rule.'),
    message: text('Message for users whose action is denied. Replaces the message of the policy.'),
  })
  .check((context) => {
    const { mode = '', integrity: pins, platforms } = context.value;
    if (!stops.has(mode)) return;
    const refuseKey = (key: string, message: string) => refuse(context, { code: policyCode, message, path: [key] });
    if (pins !== undefined) refuseKey('integrity', '"integrity" is not allowed in a blocking rule.');
    if (platforms !== undefined) refuseKey('platforms', '"platforms" is not allowed in a blocking rule.');
  });

export type PluginRule = z.infer<typeof ruleSchema>;

const rulesSchema = recordOf(pluginPattern, ruleSchema).check((context) => {
  for (const [name, { mode }] of Object.entries(context.value)) {
    if (mode !== 'required' || (!name.endsWith('*') && teamOf(name) === undefined)) continue;
    const message = 'A required plugin needs a full name, not a pattern or a team.';
    refuse(context, { code: policyCode, message, path: [name, 'mode'] });
  }
});

/** Allowed plugins. */
export const pluginsSchema = z
  .strictObject({
    default: opinionOn('For plugins that match no rule with a mode.'),
    rules: rulesSchema
      .exactOptional()
      .meta({ description: 'Rules by name, pattern or team ("team:payments"). All rules that match a plugin apply.' }),
  })
  .meta({ description: 'Allowed plugins.' });
