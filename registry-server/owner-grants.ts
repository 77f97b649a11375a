import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { tryParseJson } from '../src/core/json.ts';
import { prepareFolder, type RegistryFolder } from './folder.ts';
import { appendLine, Records, type PackageRecord } from './package-records.ts';
import { isUser } from './users.ts';

const handoverSchema = z.object({ package: z.string(), owner: z.string() });

/** An ownership grant by the registry's operator. */
export interface OwnerGrant {
  readonly name: string;
  readonly owner: string;
}

/** Owners of a package after a grant. */
export interface GivenPackage {
  readonly owners: readonly string[];
}

/**
 * Makes a user an owner of a package, without consent from the current owners. A running registry applies the grant
 * with the next request, and only that process writes the records.
 *
 * @throws GenlockError REGISTRY_OWNER_INVALID if the user or package does not exist; REGISTRY_SERVER_FAILED if the
 * records are damaged
 */
export function grantOwner({ name, owner }: OwnerGrant, folder: RegistryFolder): GivenPackage {
  if (!isUser(owner, folder)) {
    const hint = 'Create the account with "genlock registry user add". Use --storage to select the folder.';
    throw ownerInvalid(`the user ${JSON.stringify(owner)} does not exist`, hint);
  }
  prepareFolder(folder);
  const record = recordsIn(folder).get(name);
  if (record === undefined) {
    const hint = 'Only published packages have owners. Check the name, and use --storage to select the folder.';
    throw ownerInvalid(`the package ${JSON.stringify(name)} does not exist`, hint);
  }
  const after = withOwner(record, owner, folder);
  if (!record.owners.includes(owner)) appendLine(folder.given, JSON.stringify({ package: name, owner }));
  return { owners: after.owners };
}

/** Creates an error for an invalid owner change. @param hint how to fix the problem */
export function ownerInvalid(message: string, hint: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_OWNER_INVALID', message, hint });
}

/**
 * Returns the records of all packages, including pending ownership grants.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED if the records are damaged or do not match the grants file
 */
export function recordsIn(folder: RegistryFolder): ReadonlyMap<string, PackageRecord> {
  const records = new Records(folder.records);
  const packages = new Map(records.all());
  const { handovers, isCut } = pending(folder, records.taken);
  if (isCut) {
    const message = 'the records include more lines than owners.given has, so new lines would be ignored';
    const hint = 'Restore gate.json and owners.given from the same backup.';
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, hint, where: { file: folder.given } });
  }
  for (const { name, owner } of handovers) {
    const record = packages.get(name);
    if (record !== undefined) packages.set(name, withOwner(record, owner, folder));
  }
  return packages;
}

/** Applies pending grants, each once. @returns names of the changed packages */
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
  /** Whether applied lines are missing in the file. */
  readonly isCut: boolean;
}

/** Returns the grants that are not applied yet, and the total number of complete lines. */
function pending({ given }: RegistryFolder, taken: number): Pending {
  const complete = readFileSync(given, 'utf8').split('\n').slice(0, -1);
  return {
    lines: Math.max(complete.length, taken),
    isCut: complete.length < taken,
    handovers: complete.slice(taken).flatMap((line) => {
      const { data } = handoverSchema.safeParse(tryParseJson(line));
      return data === undefined ? [] : [{ name: data.package, owner: data.owner }];
    }),
  };
}

/** Adds an owner to a record, and drops owners who are no longer users. */
function withOwner(record: PackageRecord, owner: string, folder: RegistryFolder): PackageRecord {
  if (!isUser(owner, folder)) return record;
  return { ...record, owners: [...new Set([...record.owners.filter((each) => isUser(each, folder)), owner])] };
}
