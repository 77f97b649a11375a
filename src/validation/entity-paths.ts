import type { DataModel, EntityModel } from '../data-layer/model.ts';
import { moduleOf } from './modules.ts';
import { judgedFold } from './path-rules.ts';

/** Finds the entity whose code would be at a folded path, or would be hidden by a module there. */
export function entityPaths({ entities }: DataModel): (folded: string) => EntityModel | undefined {
  const modules = new Map(
    entities.flatMap((entity) => modulesOf(entity).map((path) => [judgedFold(path), entity] as const)),
  );
  const pages = new Map(entities.map((entity) => [judgedFold(entity.names.route), entity]));
  return (folded) => modules.get(moduleOf(folded)) ?? pages.get(pageOf(folded));
}

/** Every module the core renders for an entity, without extension; its pages are a folder. */
function modulesOf({ names: { route, kebab, pascal } }: EntityModel): readonly string[] {
  return [
    `server/routes/${route}`,
    `shared/${kebab}`,
    `client/resources/${kebab}`,
    `client/forms/${pascal}Form`,
    `test/factories/${kebab}`,
    `test/server/routes/${route}.test`,
    `test/client/${kebab}.test`,
  ];
}

/** What follows `/admin` in the URL a page answers, nothing for other files: a folder in parentheses adds nothing to it. */
function pageOf(folded: string): string {
  if (!folded.startsWith('client/pages/')) return '';
  const segments = moduleOf(folded).split('/').slice(2);
  const [area, place] = segments.filter((segment) => !/^\(.+\)$/u.test(segment));
  return area === 'admin' ? (place ?? '') : '';
}
