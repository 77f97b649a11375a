import compiler from '@prisma/prisma-schema-wasm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { arbitraryEntities } from './arbitrary-model.ts';

const schemaOf = (entities: readonly Entity[]) => renderPrismaSchema(resolveModel({ database: 'file', entities }));

function formatted(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const params = {
    textDocument: { uri: 'file:/prisma/schema/base.prisma' },
    options: { tabSize: 2, insertSpaces: true },
  };
  const texts: [string, string][] = JSON.parse(compiler.format(JSON.stringify([...files]), JSON.stringify(params)));
  return new Map(texts);
}

interface DmmfField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly default?: unknown;
}
interface Dmmf {
  readonly datamodel: { readonly models: readonly { readonly name: string; readonly fields: readonly DmmfField[] }[] };
}

/** What Prisma itself reads out of the schema, model by model. */
function readBack(files: ReadonlyMap<string, string>): Map<string, readonly DmmfField[]> {
  const dmmf: Dmmf = JSON.parse(compiler.get_dmmf(JSON.stringify({ prismaSchema: [...files], noColor: true })));
  return new Map(dmmf.datamodel.models.map(({ name, fields }) => [name, fields]));
}

/** Prisma's number parser is off by the last digit, and dates are spelt anew: of those only the presence is compared. */
const exact = new Set(['String', 'Int', 'Boolean']);

function properties({
  name,
  type,
  required,
  unique,
  value,
}: {
  name: string;
  type: string;
  required: boolean;
  unique: boolean;
  value: unknown;
}) {
  return { name, type, required, unique, value: exact.has(type) ? value : value !== undefined };
}

describe('renderPrismaSchema', () => {
  test('is what prisma format leaves and prisma validate accepts, for any graph of entities', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEntities, async (entities) => {
        const files = schemaOf(entities);
        expect(files.size).toBe(entities.length + 1);
        expect(formatted(files)).toEqual(files);
        await validatePrismaSchema(files);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps every declared property: type, nullability, uniqueness, default', () => {
    fc.assert(
      fc.property(arbitraryEntities, (entities) => {
        const models = readBack(schemaOf(entities));
        for (const { name, fields } of entities) {
          const declared = fields.map((field) =>
            properties({ ...field, type: field.type === 'Text' ? 'String' : field.type, value: field.default }),
          );
          const names = new Set(fields.map((field) => field.name));
          const read = models
            .get(name)
            ?.filter((field) => names.has(field.name))
            .map((field) =>
              properties({ ...field, required: field.isRequired, unique: field.isUnique, value: field.default }),
            );
          expect(read).toEqual(declared);
        }
      }),
      { numRuns: 100 },
    );
  });
});
