import * as z from 'zod';
import { opinionOn } from './values.ts';

const license = z.string().regex(/^[A-Za-z0-9.+-]+$/u);

/** Licences, with SPDX identifiers. */
export const licensesSchema = z
  .strictObject({
    allow: z.array(license).exactOptional().meta({ description: 'Allowed licences.' }),
    deny: z.array(license).exactOptional().meta({ description: 'Denied licences.' }),
    unknown: opinionOn('For plugins without a readable licence. The default is deny if "allow" is present.'),
  })
  .meta({ description: 'Licences of plugins, with SPDX identifiers.' });
