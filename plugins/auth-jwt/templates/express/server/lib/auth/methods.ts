import { db } from '../db';
import type { Database } from '../records/types';
import { lastMethod } from './errors';
import { noPassword } from './passwords';

/** A way to sign in, such as passkeys. */
export interface SignInMethod {
  /** The name in `Session.methods`. Variants follow after a colon, such as `oidc:google`. */
  readonly id: string;
  /** Whether the method proves two factors. No second factor is then requested. */
  readonly isMultiFactor?: boolean;
  /** Returns how often a user has the method, such as the number of passkeys. */
  countFor(userId: string, tx: Database): Promise<number>;
  /**
   * Removes the method from a user, for example when another person proves the address. Additions
   * of the session `kept` stay.
   */
  dropFor?(userId: string, tx: Database, kept?: string): Promise<void>;
}

const methods = new Map<string, SignInMethod>();

/** Registers a method. Call this when the module of the method is loaded. */
export function registerMethod(method: SignInMethod): void {
  methods.set(method.id, method);
}

registerMethod({
  id: 'pwd',
  countFor: (id, tx) => tx.user.count({ where: { id, NOT: { password: noPassword } } }),
});

/** Returns the number of ways in which a user can sign in. */
export async function waysIn(userId: string, tx: Database = db): Promise<number> {
  let count = 0;
  // A transaction runs one query at a time.
  for (const method of methods.values()) count += await method.countFor(userId, tx);
  return count;
}

interface DropOptions {
  /** Methods that stay. */
  readonly keep?: readonly string[];
  /** The session whose additions stay. */
  readonly sessionId?: string | undefined;
  readonly tx?: Database;
}

/** Removes all methods of a user that can be removed, except those that the options keep. */
export async function dropMethods(
  userId: string,
  { keep = [], sessionId, tx = db }: DropOptions = {},
): Promise<void> {
  for (const method of methods.values()) {
    if (!keep.includes(method.id)) await method.dropFor?.(userId, tx, sessionId);
  }
}

/** Returns the condition for records of a user that another session than `kept` has added. */
export function addedElsewhere(userId: string, kept: string | undefined) {
  return { userId, ...(kept === undefined ? {} : { NOT: { sessionId: kept } }) };
}

/**
 * Removes a way in, unless it is the last one. If several requests remove ways in at once, the
 * write to the user makes them wait for each other.
 * @param remove removes the way in, in the given transaction
 * @throws HttpProblem 409 if the user could no longer sign in
 */
export async function removeWayIn<Result>(
  userId: string,
  remove: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { updatedAt: new Date() } });
    const result = await remove(tx);
    if ((await waysIn(userId, tx)) === 0) throw lastMethod();
    return result;
  });
}

/** Returns whether a sign-in with a method, such as `webauthn`, proves two factors. */
export function isMultiFactor(method: string): boolean {
  return methods.get(method.split(':')[0] ?? '')?.isMultiFactor ?? false;
}
