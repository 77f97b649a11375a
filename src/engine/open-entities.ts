import type { Entity } from '../config/config.ts';

/** Returns the entities with public access: `Post`, or `Post (read)` if only one side is public. */
export function openEntities(entities: readonly Pick<Entity, 'name' | 'access'>[]): readonly string[] {
  return entities.flatMap(({ name, access = { read: 'public', write: 'public' } }) => {
    const sides = (['read', 'write'] as const).filter((side) => access[side] === 'public');
    return sides.length === 0 ? [] : [sides.length === 2 ? name : `${name} (${sides[0]})`];
  });
}
