import { parse } from 'semver';
import { validatedText } from './validated-text.ts';

/** `version`: exactly one version of Semantic Versioning 2.0.0, without a leading `v`. */
export const version = validatedText((given) => {
  const read = parse(given);
  if (read !== null && (given === read.version || given.startsWith(`${read.version}+`))) return undefined;
  return { code: 'PLUGIN_VERSION_INVALID', message: `${JSON.stringify(given)} is no version.` };
});
