import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../src/config/config.ts';
import { schemaFolder } from '../../../src/data-layer/prisma-schema.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { renderSample } from '../../support/materialize.ts';
import { entityGraphsOn } from './entity-graphs.ts';

test.each(databaseKinds)('random projects on %s have a schema that Prisma accepts', async (database) => {
  await fc.assert(
    fc.asyncProperty(entityGraphsOn({ kind: database }), async (entities) => {
      const tree = renderSample({ database, entities }, 'random');
      const schema = [...tree].flatMap(([path, { content }]) =>
        path.startsWith(`${schemaFolder}/`) && typeof content === 'string' ? [[path, content] as const] : [],
      );
      expect(schema.length).toBeGreaterThan(entities.length);
      await validatePrismaSchema(new Map(schema));
    }),
    { numRuns: 100 },
  );
});
