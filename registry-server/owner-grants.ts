import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { prepareFolder, type RegistryFolder } from './folder.ts';
import { jsonOf } from './json.ts';
import { appendLine, Records, type PackageRecord } from './package-records.ts';
import { isUser } from './users.ts';

const handoverSchema = z.object({ package: z.string(), owner: z.string() });

/** A package whoever runs the registry gives to somebody. */
export interface OwnerGrant {
  readonly name: string;
  readonly owner: string;
}

/** Who owns a package from then on. */
export interface GivenPackage {
  readonly owners: readonly string[];
}

/**
 * Makes a user an owner of a package, without asking those it has. A registry that is serving takes it in with the next
 * request, and is the only one to write its records.
 *
 * @throws GenlockError REGISTRY_OWNER_INVALID if there is no such user or package; REGISTRY_SERVER_FAILED if the records are
 * damaged
 */
export function grantOwner({ name, owner }: OwnerGrant, folder: RegistryFolder): GivenPackage {
  if (!isUser(owner, folder)) {
    const hint = 'Make the account first, with "genlock registry user add"; say which folder with --storage.';
    throw ownerInvalid(`there is no user ${JSON.stringify(owner)}`, hint);
  }
  prepareFolder(folder);
  const record = recordsIn(folder).get(name);
  if (record === undefined) {
    const hint = 'Only what was published has owners; look at the name, and say which folder with --storage.';
    throw ownerInvalid(`there is no package ${JSON.stringify(name)} here`, hint);
  }
  const after = withOwner(record, owner, folder);
  if (!record.owners.includes(owner)) appendLine(folder.given, JSON.stringify({ package: name, owner }));
  return { owners: after.owners };
}

/** What can't be said of owners. @param hint what to do about it */
export function ownerInvalid(message: string, hint: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_OWNER_INVALID', message, hint });
}

/**
 * Every package with its owners, those among them that a registry has yet to take in.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED if the records are damaged, or of another time than what was given since
 */
export function recordsIn(folder: RegistryFolder): ReadonlyMap<string, PackageRecord> {
  const records = new Records(folder.records);
  const packages = new Map(records.all());
  const { handovers, isCut } = pending(folder, records.taken);
  if (isCut) {
    const message =
      'the records took in more lines of owners.given than there are, so that those to come would not count';
    const hint = 'Put back gate.json and owners.given of the same backup.';
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, hint, where: { file: folder.given } });
  }
  for (const { name, owner } of handovers) {
    const record = packages.get(name);
    if (record !== undefined) packages.set(name, withOwner(record, owner, folder));
  }
  return packages;
}

/** Takes in what was given since; each line once. @returns names of the packages it was about */
export function applyOwnerGrants(records: Records, folder: RegistryFolder): readonly string[] {
  const { handovers, lines } = pending(folder, records.taken);
  if (lines === records.taken) return [];
  const changed = new Map<string, PackageRecord>();
  for (const { name, owner } of handovers) {
    const record = changed.get(name) ?? records.of(name);
    if (record !== undefined) changed.set(name, withOwner(record, owner, folder));
  }
  records.take(changed, lines);
  return [...changed.keys()];
}

interface Pending {
  readonly handovers: readonly OwnerGrant[];
  readonly lines: number;
  /** Lines that were taken in are gone. */
  readonly isCut: boolean;
}

/** Complete lines after those that were taken in, and how many there are in all. */
function pending({ given }: RegistryFolder, taken: number): Pending {
  const complete = readFileSync(given, 'utf8').split('\n').slice(0, -1);
  return {
    lines: Math.max(complete.length, taken),
    isCut: complete.length < taken,
    handovers: complete.slice(taken).flatMap((line) => {
      const { data } = handoverSchema.safeParse(jsonOf(line));
      return data === undefined ? [] : [{ name: data.package, owner: data.owner }];
    }),
  };
}

/** Those who are no users any more go. */
function withOwner(record: PackageRecord, owner: string, folder: RegistryFolder): PackageRecord {
  if (!isUser(owner, folder)) return record;
  return { ...record, owners: [...new Set([...record.owners.filter((each) => isUser(each, folder)), owner])] };
}
