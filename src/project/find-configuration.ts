import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { isMissing } from './file-reader.ts';
import { configPath } from './records.ts';

/** Configuration file and its text. */
export interface FoundConfiguration {
  /** Path for messages. */
  readonly file: string;
  readonly text: string;
}

/** Possible locations of a new project's configuration. */
export interface ConfigurationPaths {
  /** Folder of the new project. */
  readonly root: string;
  readonly cwd: string;
  /** Path from the command line. The file must exist. */
  readonly config?: string;
}

/** Size limit in bytes. Larger files are not read. */
const largest = 4 * 1024 * 1024;

/**
 * Finds the configuration of a new project: the named file, otherwise `genlock.json` in the target folder, otherwise in
 * the current folder, otherwise none.
 *
 * @throws GenlockError CONFIG_NOT_FOUND if the named file does not exist, CONFIG_TOO_LARGE, PROJECT_UNREADABLE
 */
export function findConfiguration({ root, cwd, config }: ConfigurationPaths): FoundConfiguration | undefined {
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
    if (isFolder(cause)) {
      throw new GenlockError({ code: 'CONFIG_NOT_FOUND', message: `${file} is a folder, not a file` }, { cause });
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GenlockError(
      { code: 'PROJECT_UNREADABLE', message: `cannot read ${file}: ${reason}`, where: { file } },
      { cause },
    );
  }
}

function isFolder(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EISDIR';
}
