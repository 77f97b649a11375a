import * as z from 'zod';
import { opinionOn } from './values.ts';

/** Allowed plugin versions. A text is short for the rule `code`. */
export const updatesSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { code: value } : value),
  z
    .strictObject({
      prerelease: opinionOn('Versions such as 2.0.0-beta.1.'),
      deprecated: opinionOn('Releases whose publisher advises against them.'),
      major: opinionOn('A version with a higher first number than the installed one.'),
      code: z.enum(['ask', 'same-footprint']).exactOptional().meta({
        description:
          'Consent to changed code of an installed plugin. ask: required. same-footprint: required only for more permissions, findings or another origin; no other policy must say ask. Not in a policy of a project.',
      }),
      auto: z.literal('off').exactOptional().meta({ description: 'Plugins are never updated automatically.' }),
      frozen: z.boolean().exactOptional().meta({ description: 'Installed plugins cannot be updated.' }),
    })
    .meta({ description: 'Allowed plugin versions.' }),
);
