import { isPackageName } from '../../config/names.ts';
import { validatedText } from './validated-text.ts';

/** Limit of plugin names, which are used in error routes, menus and variables. npm allows 214 characters. */
const longestName = 100;

/** `name`: a valid npm package name, with or without a scope, because the plugin is published under this name. */
export const name = validatedText((given) => {
  const isUsable = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9]/u.test(given) && given.length <= longestName;
  if (isUsable && isPackageName(given) && !(given in Object.prototype)) return undefined;
  return { code: 'PLUGIN_NAME_INVALID', message: `${JSON.stringify(given)} can't be the name of a plugin.` };
});
