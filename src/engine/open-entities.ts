import { isOpen, openAccess } from '../config/access.ts';
import type { Entity } from '../config/config.ts';

const writing = ['create', 'update', 'delete'] as const;

/** Returns the entities with public access: `Post`, or `Post (read)` if only some operations are public. */
export function openEntities(entities: readonly Pick<Entity, 'name' | 'access'>[]): readonly string[] {
  return entities.flatMap(({ name, access = openAccess }) => {
    if (isOpen(access)) return [name];
    const written = writing.filter((operation) => access[operation] === 'public');
    const open = [
      ...(access.read === 'public' ? ['read'] : []),
      ...(written.length === writing.length ? ['write'] : written),
    ];
    return open.length === 0 ? [] : [`${name} (${open.join(', ')})`];
  });
}
