import * as z from 'zod';
import { validatedText } from './validated-text.ts';

/** `frameworks`: any the author knows; each names a folder of templates too. Which are supported is asked later. */
export const frameworks = z.array(
  validatedText((given) => {
    if (/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/u.test(given)) return undefined;
    return { code: 'PLUGIN_FRAMEWORK_INVALID', message: `${JSON.stringify(given)} can't be the id of a framework.` };
  }),
);
