import { parse } from 'semver';
import { validatedText } from './validated-text.ts';

/** `version`: an exact Semantic Versioning 2.0.0 version, without a leading `v`. */
export const version = validatedText((given) => {
  const read = parse(given);
  if (read !== null && (given === read.version || given.startsWith(`${read.version}+`))) return undefined;
  return { code: 'PLUGIN_VERSION_INVALID', message: `${JSON.stringify(given)} is not a version.` };
});
