import type { DataModel, EntityModel } from '../data-layer/model.ts';
import { moduleOf } from './modules.ts';
import { looseFold } from './path-rules.ts';

/**
 * Returns a function that finds the entity whose generated code has a folded path, or would be hidden by a module
 * there.
 */
export function entityPaths({ entities }: DataModel): (folded: string) => EntityModel | undefined {
  const modules = new Map(
    entities.flatMap((entity) => modulesOf(entity).map((path) => [looseFold(path), entity] as const)),
  );
  const pages = new Map(entities.map((entity) => [looseFold(entity.names.route), entity]));
  return (folded) => modules.get(moduleOf(folded)) ?? pages.get(pageOf(folded));
}

/** Returns all modules that the core renders for an entity, without extension. Pages are not included. */
function modulesOf({ names: { route, kebab, pascal } }: EntityModel): readonly string[] {
  return [
    `server/routes/${route}`,
    `shared/${kebab}`,
    `shared/enums/${kebab}`,
    `client/columns/${kebab}`,
    `client/resources/${kebab}`,
    `client/forms/${pascal}Form`,
    `test/factories/${kebab}`,
    `test/server/routes/${route}.test`,
    `test/client/entities/${kebab}.test`,
  ];
}

/**
 * Returns the URL segment below `/admin` for a page; empty for other files. Folders in parentheses are not part of the
 * URL.
 */
function pageOf(folded: string): string {
  if (!folded.startsWith('client/pages/')) return '';
  const segments = moduleOf(folded).split('/').slice(2);
  const [area, place] = segments.filter((segment) => !/^\(.+\)$/u.test(segment));
  return area === 'admin' ? (place ?? '') : '';
}
