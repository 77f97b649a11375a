import * as z from 'zod';

/** Tests of plugins. */
export const testsSchema = z
  .strictObject({
    require: z
      .union([z.boolean(), z.literal('report')])
      .exactOptional()
      .meta({
        description:
          'true: a plugin is published only if its own tests pass. "report": its package must also contain a current report of `genlock plugin test`, on publishing and on installation.',
      }),
  })
  .meta({ description: 'Tests of plugins.' });
