import * as z from 'zod';
import { validatedText } from './validated-text.ts';

/** `frameworks`: any ids. Each one also names a folder of templates. Support is checked later. */
export const frameworks = z.array(
  validatedText((given) => {
    if (/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/u.test(given)) return undefined;
    return { code: 'PLUGIN_FRAMEWORK_INVALID', message: `${JSON.stringify(given)} can't be the id of a framework.` };
  }),
);
