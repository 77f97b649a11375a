import * as z from 'zod';
import { duration, glob } from './values.ts';

/** Minimum age of releases. */
export const freshnessSchema = z
  .strictObject({
    minAge: duration.exactOptional().meta({ description: 'Minimum age of a release: "3d".' }),
    exempt: z.array(glob).exactOptional().meta({ description: 'Plugins that minAge does not apply to.' }),
    missingTime: z.enum(['allow', 'deny']).exactOptional().meta({
      description: 'Verdict if the registry does not report the publication time. Default: deny.',
    }),
  })
  .meta({ description: 'Minimum age of registry releases.' });
