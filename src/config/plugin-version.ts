import { validRange } from 'semver';
import type { NameFault } from './names.ts';

/** Maximum length of a range in characters. The parsing time of longer ranges can grow quadratically. */
export const longestRange = 256;

/** Checks a plugin's `version`: an exact version or a range in npm's syntax. Tags change and are not recorded. */
export function pluginVersionFault(version: string): NameFault | undefined {
  if (version !== '' && version.length <= longestRange && validRange(version) !== null) return undefined;
  const message = `${JSON.stringify(version.slice(0, 100))} is not a version or a range.`;
  return { code: 'CONFIG_VERSION_INVALID', message };
}
