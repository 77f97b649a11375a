import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { fits, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { recordsIn } from './owner-grants.ts';

/**
 * Checks that the parts of the storage folder match. Packages without a record would have no owner. Versions without a
 * record could be lost with a change to another version. Clients would refuse releases whose signing key is lost.
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
    const hint = 'Restore gate.json and packages/ from the same backup. Delete packages from removed uplinks.';
    if (known === undefined) throw failed(`the package ${name} has no record and therefore no owner`, { file, hint });
    const stray = versionsIn(join(packages, name))?.find((version) => !known.versions.has(version));
    if (stray === undefined) continue;
    throw failed(`the stored version ${name} ${stray} has no record`, { file, hint });
  }
  if (records.size > 0 && !existsSync(key)) {
    const hint = 'Restore signing-key.pem from a backup.';
    throw failed('the signing key is missing, and clients would refuse packages signed with another key', {
      file: key,
      hint,
    });
  }
  requireJson(
    join(packages, '.verdaccio-db.json'),
    'Restore the file from a backup, or delete it. After deletion, all users must sign in again.',
  );
  requireJson(
    folder.tokens,
    'Restore the file from a backup, or delete it. After deletion, all CI tokens are invalid.',
  );
}

/** Checks a JSON file of Verdaccio. With a damaged file, Verdaccio starts but can no longer publish. */
function requireJson(file: string, hint: string): void {
  if (existsSync(file) && jsonIn(file) === undefined)
    throw failed('one of Verdaccio’s files is damaged', { file, hint });
}

function failed(message: string, { file, hint }: { readonly file: string; readonly hint: string }): GenlockError {
  return new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, hint, where: { file } });
}

/** Lists the packages with a folder. */
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

/** Lists the stored versions of a package; `undefined` if its file is unreadable, which Verdaccio reports on access. */
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
