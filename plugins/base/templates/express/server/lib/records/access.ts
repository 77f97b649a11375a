import type { Request } from 'express';
import { accessRules } from '../../generated/access';
import { getUser, isAdmin, requireAdmin, rolesOf } from '../../generated/auth';
import { HttpProblem } from '../problem';
import { type Actor, anyOwner, type Caller, type User } from './types';

/** The permitted callers. A list contains names of roles, and perhaps `owner`. */
export type Rule = 'public' | 'authenticated' | 'owner' | 'admin' | readonly string[];

export type Operation = 'read' | 'create' | 'update' | 'delete';

/** The access rules of an entity. Administrators may do everything. */
export interface EntityAccess extends Readonly<Record<Operation, Rule>> {
  /** The path from a record to its owner’s id: `['authorId']` or `['ticket', 'requesterId']`. */
  readonly owner?: readonly string[];
  /** The fields with rules of their own. */
  readonly fields?: Readonly<Record<string, FieldAccess>>;
}

/** The rules of a field’s value. */
export interface FieldAccess {
  readonly read: Rule;
  readonly write: Rule;
}

/** The records that a rule permits: all, none, or the records of one owner. */
type Reach = 'all' | 'none' | { readonly owner: string };

/** Returns the actor of a request. The user is loaded at most once. */
export function actorOf(req: Request): Actor {
  let user: Promise<User | null> | undefined;
  return {
    isApplication: false,
    user: () => (user ??= getUser(req)),
    refuse: () => requireAdmin(req),
  };
}

/** Returns the records of an entity that an actor may use in an operation. */
export async function reachOf(entity: string, operation: Operation, actor: Actor): Promise<Reach> {
  const rule = accessRules.get(entity)?.[operation] ?? 'public';
  if (actor.isApplication || rule === 'public') return 'all';
  const user = await actor.user();
  if (user === null) return 'none';
  if (rule === 'authenticated' || isPrivileged(user, rule)) return 'all';
  return rule === 'owner' || rule.includes('owner') ? { owner: user.id } : 'none';
}

/**
 * Returns the records of an entity that an actor may use in an operation.
 *
 * @throws HttpProblem if no record is permitted: 401 without a signed-in user, 403 otherwise
 */
export async function admit(
  entity: string,
  operation: Operation,
  actor: Actor,
): Promise<Exclude<Reach, 'none'>> {
  const reach = await reachOf(entity, operation, actor);
  if (reach !== 'none') return reach;
  // The authentication plugin has its own answers and its own log. Administrators never get here.
  await actor.refuse();
  throw new HttpProblem(403, { code: 'forbidden', detail: 'Your account may not do this.' });
}

/** @throws HttpProblem if the actor may use none of the operations */
export async function admitAny(
  entity: string,
  operations: readonly [Operation, ...Operation[]],
  actor: Actor,
): Promise<void> {
  for (const operation of operations) {
    if ((await reachOf(entity, operation, actor)) !== 'none') return;
  }
  await admit(entity, operations[0], actor);
}

/** Returns the condition for the records within reach; `undefined` for all records. */
export function withinReach(entity: string, reach: Reach): object | undefined {
  if (reach === 'all') return undefined;
  return reach === 'none' ? { id: { in: [] } } : ownedBy(ownerPath(entity), reach.owner);
}

/** Returns the path from a record to its owner’s id; empty without an owner. */
function ownerPath(entity: string): readonly string[] {
  return accessRules.get(entity)?.owner ?? [];
}

/** A relation whose record decides on the owner, with the condition for the permitted records. */
export interface Parent {
  readonly relation: string;
  readonly condition: object;
  /** Whether the record has no such relation yet. */
  readonly isNew: boolean;
}

/** Returns the relation that gives a written record its owner, if only some owners are permitted. */
export async function parentOf(
  entity: string,
  operation: 'create' | 'update',
  actor: Actor,
): Promise<Parent | undefined> {
  const [relation, ...path] = ownerPath(entity);
  if (relation === undefined || path.length === 0) return undefined;
  const reach = await admit(entity, operation, actor);
  if (reach === 'all') return undefined;
  return { relation, condition: ownedBy(path, reach.owner), isNew: operation === 'create' };
}

/** `{ ticket: { requesterId: id } }` */
function ownedBy(path: readonly string[], id: string): object {
  const [key = 'id', ...rest] = path;
  return { [key]: rest.length === 0 ? id : ownedBy(rest, id) };
}

/**
 * Returns the rights to set the owner in a record’s own field. Only administrators and the roles
 * that the rule names may set another user.
 */
export async function callerOf(
  entity: string,
  operation: 'create' | 'update',
  actor: Actor,
): Promise<Caller> {
  if (actor.isApplication || ownerPath(entity).length !== 1) return anyOwner;
  const user = await actor.user();
  const rule = accessRules.get(entity)?.[operation] ?? 'public';
  if (user === null) return anyOwner;
  if (!isPrivileged(user, rule)) {
    const [ignored] = ownerPath(entity);
    return { ignored, ownerOfNew: () => user.id, ownerOfChanged: () => undefined };
  }
  return { ...anyOwner, ownerOfNew: (given) => given ?? user.id };
}

/** Returns whether a rule that does not depend on an owner permits a user. */
export function permits(rule: Rule, user: User | null): boolean {
  if (rule === 'public') return true;
  return user !== null && (rule === 'authenticated' || isPrivileged(user, rule));
}

function isPrivileged(user: User, rule: Rule): boolean {
  if (isAdmin(user)) return true;
  return typeof rule === 'object' && rolesOf(user).some((role) => rule.includes(role));
}
