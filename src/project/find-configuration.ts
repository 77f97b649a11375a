import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { isMissing } from './file-reader.ts';
import { configPath } from './records.ts';

/** A configuration somebody wrote. */
export interface FoundConfiguration {
  /** As the user would name it. */
  readonly file: string;
  readonly text: string;
}

/** Where a new project's configuration may be. */
export interface ConfigurationPlaces {
  /** The new project's folder. */
  readonly root: string;
  readonly cwd: string;
  /** Named on the command line: must be there. */
  readonly config?: string;
}

/** Far above any real configuration; what is larger isn't read. */
const largest = 4 * 1024 * 1024;

/**
 * The configuration a project starts from: the one named, else `genlock.json` in the target folder, else one in the
 * current folder, else none.
 *
 * @throws GenlockError CONFIG_NOT_FOUND if the one named isn't there, CONFIG_TOO_LARGE, PROJECT_UNREADABLE
 */
export function findConfiguration({ root, cwd, config }: ConfigurationPlaces): FoundConfiguration | undefined {
  if (config !== undefined) {
    const found = read(config);
    if (found === undefined)
      throw new GenlockError({ code: 'CONFIG_NOT_FOUND', message: `there is no file ${config}` });
    return found;
  }
  return read(join(root, configPath)) ?? read(join(cwd, configPath));
}

function read(file: string): FoundConfiguration | undefined {
  try {
    if (statSync(file).size > largest) {
      throw new GenlockError({ code: 'CONFIG_TOO_LARGE', message: `${file} is larger than 4 MiB`, where: { file } });
    }
    return { file, text: readFileSync(file, 'utf8') };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    if (cause instanceof GenlockError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GenlockError(
      { code: 'PROJECT_UNREADABLE', message: `cannot read ${file}: ${reason}`, where: { file } },
      { cause },
    );
  }
}
