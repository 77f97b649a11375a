import type { DataModel, EntityModel } from '../data-layer/model.ts';
import { moduleOf } from './modules.ts';
import { judgedFold } from './paths.ts';

/** The entity whose code would be at a folded path, or would be hidden by a module there. */
export function entityAt(folded: string, { entities }: DataModel): EntityModel | undefined {
  const module = moduleOf(folded);
  const page = pageOf(folded);
  return entities.find((entity) => {
    const route = judgedFold(entity.names.route);
    return page === route || modulesOf(entity).some((own) => judgedFold(own) === module);
  });
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

/** The first segment of the URL a page answers: a folder in parentheses adds nothing to it. */
function pageOf(folded: string): string | undefined {
  if (!folded.startsWith('client/pages/')) return undefined;
  const segments = moduleOf(folded).split('/').slice(2);
  return segments.find((segment) => !/^\(.+\)$/u.test(segment));
}
