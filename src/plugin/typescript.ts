import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { PackageFiles } from './package-files.ts';

/** TypeScript modules of a plugin. Templates and tests never run in the sandbox. */
const module = /^(?!(?:templates|test)\/)(?!.*\.(?:d|test|config)\.ts$).+\.ts$/u;

/**
 * Adds a JavaScript module for each TypeScript module of a plugin's folder. Removed types become spaces, so every line
 * and column is unchanged. A JavaScript file with the same name is replaced, because it can be the result of an older
 * build. Packages without `generator.ts` are unchanged.
 *
 * @param folder names the folder in errors
 * @throws GenlockError PLUGIN_TYPESCRIPT_INVALID
 */
export function withoutTypes(files: PackageFiles, folder: string): PackageFiles {
  if (!files.has('generator.ts')) return files;
  const compiled = [...files]
    .filter(([path]) => module.test(path))
    .map(([path, bytes]): readonly [string, Uint8Array] => [
      path.replace(/\.ts$/u, '.js'),
      new TextEncoder().encode(strip(new TextDecoder().decode(bytes), join(folder, path))),
    ]);
  return new Map([...new Map([...files, ...compiled])].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function strip(source: string, file: string): string {
  const emitWarning = process.emitWarning.bind(process);
  // Node reports the function as experimental on standard error.
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new GenlockError({ code: 'PLUGIN_TYPESCRIPT_INVALID', message, where: { file } }, { cause });
  } finally {
    process.emitWarning = emitWarning;
  }
}
