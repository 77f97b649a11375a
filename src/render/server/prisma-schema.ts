import { renderPrismaSchema } from '../../data-layer/prisma-schema.ts';
import type { Contribution } from '../../plugin/plugin.ts';
import type { Emitter } from '../emitter.ts';

/** `prisma/schema/*.prisma`: the data model and the schemas of plugins. */
export const prismaSchema: Emitter = function* ({ model, contributions }) {
  for (const [path, content] of renderPrismaSchema(model, contributions.flatMap(pluginSchemas))) {
    yield { path, content };
  }
};

/** Returns the joined schema text of a plugin. */
export function pluginSchemas({ manifest, operations }: Contribution) {
  const schemas = operations.flatMap((operation) =>
    operation.kind === 'registerPrismaSchema' ? [operation.schema] : [],
  );
  return schemas.length === 0 ? [] : [{ plugin: manifest.name, schema: schemas.join('\n') }];
}
