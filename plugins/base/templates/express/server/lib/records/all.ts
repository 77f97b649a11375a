import type { z } from 'zod';
import type { Records } from './define';

/** The records of an entity that is known at run time only. */
export type AnyRecords = Pick<
  Records<z.ZodType<object>, z.ZodType<object>>,
  'rules' | 'list' | 'count' | 'read' | 'remove'
>;

const all = new Map<string, AnyRecords>();

/** Registers the records of an entity by its name. */
export function registerRecords(name: string, records: AnyRecords): void {
  all.set(name, records);
}

/**
 * Returns the records of the entity with this name, such as `OrderLine`, for code that works with
 * every entity. `undefined` if the project has no such entity.
 */
export function recordsOf(name: string): AnyRecords | undefined {
  return all.get(name);
}
