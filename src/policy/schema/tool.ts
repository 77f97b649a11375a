import * as z from 'zod';
import { version } from './values.ts';

/** Versions of Genlock. */
export const toolSchema = z
  .strictObject({
    min: version.exactOptional().meta({ description: 'The lowest version that may be used.' }),
    max: version.exactOptional().meta({ description: 'The highest version that may be used.' }),
  })
  .meta({ description: 'Versions of Genlock that may be used.' });
