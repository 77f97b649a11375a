import { mapProblems, type Problem } from '../../errors/error.ts';
import type { ShortFormFault, ShortFormPlace } from './fault.ts';

/** The tokens of an entity and its members, in the order of `genlock.json`. */
export interface EntityPlaces {
  readonly entity: ShortFormPlace;
  readonly fields: readonly ShortFormPlace[];
  readonly relations: readonly ShortFormPlace[];
}

/** Entities that a command adds to `genlock.json`. */
export interface AddedEntities {
  /** Index of the first added entity in the file. */
  readonly first: number;
  readonly places: readonly EntityPlaces[];
  /** The lines of the entities, if each entity is one line. Problems then start with the entity's name. */
  readonly lines?: readonly string[];
}

/** Returns the problem of a fault. The message names the token and the character. */
export function problemAt(
  { token, column, source, ...fault }: ShortFormFault,
  { lines }: Pick<AddedEntities, 'lines'> = {},
): Problem {
  const entity = lines === undefined ? '' : `${(lines[source] ?? '').trim().split(/[\s:]/u)[0]}: `;
  return { ...fault, message: `${entity}${token} (character ${column}): ${fault.message}` };
}

/**
 * Names the token for each problem that a configuration check found in an added entity: the checked text is not on
 * disk, so a line of it would help no reader. Returns other errors unchanged.
 */
export function atTokens(error: unknown, added: AddedEntities): unknown {
  return mapProblems(error, (problem) => {
    const place = placeAt(problem.where?.key ?? '', added);
    if (place === undefined) return problem;
    const { where: _, ...rest } = problem;
    return problemAt({ ...rest, ...place }, added);
  });
}

/** `entities[3].fields[1].name` → the token of the second field. Only an added entity can clash with another entity. */
function placeAt(key: string, { first, places }: AddedEntities): ShortFormPlace | undefined {
  const [, entity, list, member] = /^entities\[(\d+)\](?:\.(fields|relations)\[(\d+)\])?/u.exec(key) ?? [];
  if (entity === undefined) return undefined;
  const found = places[Number(entity) - first];
  if (found === undefined) return places.length === 1 ? places[0]?.entity : undefined;
  return list === 'fields' || list === 'relations' ? found[list][Number(member)] : found.entity;
}
