import { parse } from 'jsonc-parser';
import { accessFor, accessOf, permitsOwner } from './access.ts';
import { writeOperations, type Rule, type WriteOperation } from './config.ts';
import { member } from './partial-entity.ts';

/** Stands for the rule of an operation that the file does not set. Compared by identity. */
const unset: Rule = [];

/**
 * Returns the operations of an entity that are public although no rule covers them. A record with an owner cannot be changed
 * without a sign-in.
 *
 * @param above the default access for the entity, as written
 */
export function openOperations(written: unknown, above: unknown): readonly WriteOperation[] {
  const access = accessOf(written, accessOf(above, accessFor(unset)));
  return permitsOwner(access) ? [] : writeOperations.filter((operation) => access[operation] === unset);
}

/** A default access, as written. */
type WrittenAccess = string | Readonly<Record<string, unknown>>;

/**
 * Returns the default access that a command writes. If the file sets only some rules, they are kept, so that the command
 * opens no closed operation.
 *
 * @param source a valid configuration
 */
export function completedAccess(source: string, access: WrittenAccess): WrittenAccess {
  const written = member(parse(source.replace(/^\uFEFF/u, '')), 'access');
  if (typeof written !== 'object' || written === null || openOperations(undefined, written).length === 0) return access;
  const rules = typeof access === 'string' ? { read: access, write: access } : access;
  return { ...rules, ...written };
}
