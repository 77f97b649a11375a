import * as z from 'zod';
import { isSitePath } from '../../../sandbox/index.ts';
import { validatedText } from './validated-text.ts';
import { line } from './text.ts';

/** Link within the application's own site: never `javascript:`, `//host` or a scheme. */
const href = validatedText((given) => {
  if (isSitePath(given)) return undefined;
  return { code: 'PLUGIN_MENU_HREF_REFUSED', message: `${JSON.stringify(given)} is not a path of this site.` };
});

const id = validatedText((given) => {
  if (/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/u.test(given)) return undefined;
  return { code: 'PLUGIN_MENU_ID_INVALID', message: `${JSON.stringify(given)} can't be the id of a menu entry.` };
});

/** `adminMenu`: arguments of `registerAdminMenu` without the id, which is the plugin's name. */
export const adminMenu = z.strictObject({
  label: line,
  icon: line.exactOptional(),
  href: href.exactOptional(),
  children: z.array(z.strictObject({ id, label: line, href })).exactOptional(),
});
