import * as z from 'zod';
import { refuse } from '../../core/schema-check.ts';
import { permissionsSchema } from './permissions.ts';
import { isPlatform, platformPattern } from '../platforms.ts';
import { duration, glob, instant, integrity, opinionOn, policyCode, range, recordOf, text } from './values.ts';

const stops = new Set(['blocked', 'removed']);

const platform = z
  .string()
  .check((context) => {
    if (isPlatform(context.value)) return;
    const message = 'A platform is a name of Node’s, alone or with an architecture: "linux", "darwin-arm64".';
    refuse(context, { code: policyCode, message });
  })
  .meta({ pattern: platformPattern });

const ruleSchema = z
  .strictObject({
    mode: z.enum(['allowed', 'blocked', 'required', 'removed']).exactOptional().meta({
      description:
        'allowed: the default is not asked. blocked, removed: it may not come, or stay. required: it has to be installed.',
    }),
    versions: range.exactOptional().meta({
      description: 'The only versions that may come; of a block, the only ones it means.',
    }),
    integrity: z.array(integrity).min(1).exactOptional().meta({ description: 'The only bytes that may come.' }),
    platforms: z.array(platform).min(1).exactOptional().meta({
      description: 'The only platforms it may come on: "linux", "darwin-arm64".',
    }),
    minAge: duration.exactOptional().meta({ description: 'How old a release must be: "7d".' }),
    permissions: permissionsSchema.exactOptional(),
    except: z.array(glob).exactOptional().meta({ description: 'Names the rule does not mean.' }),
    until: instant.exactOptional().meta({ description: 'From this instant on the rule does not count.' }),
    reason: text('Why; shown with what the rule decides.'),
    message: text('What to tell those it stops, instead of the message of the policy.'),
  })
  .check((context) => {
    const { mode = '', integrity: pins, platforms } = context.value;
    if (!stops.has(mode)) return;
    const refuseKey = (key: string, message: string) => refuse(context, { code: policyCode, message, path: [key] });
    if (pins !== undefined) refuseKey('integrity', 'Bytes are pinned for what may come; this rule lets nothing come.');
    if (platforms !== undefined)
      refuseKey('platforms', 'Platforms are named for what may come; this rule lets nothing come on any.');
  });

export type PluginRule = z.infer<typeof ruleSchema>;

const rulesSchema = recordOf(glob, ruleSchema).check((context) => {
  for (const [name, { mode }] of Object.entries(context.value)) {
    if (mode !== 'required' || !name.endsWith('*')) continue;
    const message = 'What is required has one name.';
    refuse(context, { code: policyCode, message, path: [name, 'mode'] });
  }
});

/** Which plugins may come. */
export const pluginsSchema = z
  .strictObject({
    default: opinionOn('Of plugins no rule with a mode means.'),
    rules: rulesSchema.exactOptional().meta({ description: 'By name or pattern. All that mean a plugin hold.' }),
  })
  .meta({ description: 'Which plugins may come.' });
