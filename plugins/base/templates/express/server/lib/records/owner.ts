import { invalidBody } from '../problem';
import { callerOf } from './access';
import { forbiddenField } from './field-access';
import { type Actor, fieldOf, type Row } from './types';

interface OwnerWrite {
  readonly body: object;
  readonly actor: Actor;
  /** Reads the changed record; absent for a new record. */
  readonly read?: () => PromiseLike<Row | null>;
}

/**
 * Refuses a body that sets another owner than the rules give the record. The owner itself is
 * accepted, so that a caller can send a complete record.
 *
 * @throws HttpProblem 422 with a pointer to the owner
 */
export async function requireOwner(
  entity: string,
  { body, actor, read }: OwnerWrite,
): Promise<void> {
  const { ignored: field, ownerOfNew } = await callerOf(entity, read ? 'update' : 'create', actor);
  const given = field === undefined ? undefined : fieldOf(body, field);
  if (field === undefined || given == null) return;
  const record = await read?.();
  // The update itself reports a missing record.
  if (record === null) return;
  const owner = record === undefined ? ownerOfNew(undefined) : fieldOf(record, field);
  if (given !== owner) throw invalidBody([forbiddenField(`/${field}`)]);
}
