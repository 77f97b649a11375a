import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { fits, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { recordsIn } from './owner-grants.ts';

/**
 * The parts of a folder have to belong together: what the records don't know could be anybody's, or be lost by a word on
 * something else; and what is signed by a key that is gone, nobody can add.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED
 */
export function requireConsistentStorage({ uplinks }: RegistryConfiguration, folder: RegistryFolder): void {
  const { packages, records: file, key } = folder;
  const records = recordsIn(folder);
  const mirrored = [...uplinks.values()].flat();
  for (const name of packagesIn(packages)) {
    const known = records.get(name);
    if (known === undefined && mirrored.some((pattern) => fits(pattern, name))) continue;
    const hint = 'Put back gate.json and packages/ of the same backup; what is of an uplink that is gone, take away.';
    if (known === undefined)
      throw failed(`the records don't know whose ${name} is, which is among the packages`, { file, hint });
    const stray = versionsIn(join(packages, name))?.find((version) => !known.versions.has(version));
    if (stray === undefined) continue;
    throw failed(`the records don't know of ${name} ${stray}, which is among the packages`, { file, hint });
  }
  if (records.size > 0 && !existsSync(key)) {
    const hint = 'Put back signing-key.pem of a backup.';
    throw failed('the key that signed what is here is gone, and by another one nobody could add it', {
      file: key,
      hint,
    });
  }
  requireJson(
    join(packages, '.verdaccio-db.json'),
    'Put it back from a backup, or delete it: then everybody signs in again.',
  );
  requireJson(folder.tokens, 'Put it back from a backup, or delete it: then no token of CI counts.');
}

/** Verdaccio starts with damaged files of its own, and publishes nothing any more. */
function requireJson(file: string, hint: string): void {
  if (existsSync(file) && jsonIn(file) === undefined) throw failed('a file of Verdaccio is damaged', { file, hint });
}

function failed(message: string, { file, hint }: { readonly file: string; readonly hint: string }): GenlockError {
  return new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, hint, where: { file } });
}

/** The names of the packages Verdaccio has a folder of. */
export function packagesIn(folder: string): readonly string[] {
  return foldersIn(folder).flatMap((name) =>
    name.startsWith('@') ? foldersIn(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

const packumentSchema = z.object({ versions: z.record(z.string(), z.unknown()) });

/** Versions Verdaccio has in a package's folder; nothing if that can't be read, which who asks for it is told. */
export function versionsIn(folder: string): readonly string[] | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return [];
  const { data } = packumentSchema.safeParse(jsonIn(file));
  return data && Object.keys(data.versions);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
