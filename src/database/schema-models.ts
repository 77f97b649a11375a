/** A model of the schema, with the parts that matter for its table. */
export interface SchemaModel {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly SchemaColumn[];
  /** The implicit many-to-many relations. */
  readonly links: readonly SchemaLink[];
}

export interface SchemaColumn {
  readonly field: string;
  readonly name: string;
  /** A Prisma scalar type, or the enum's name in the database. */
  readonly type: string;
  readonly isEnum: boolean;
  readonly isList: boolean;
  /** Whether `@db.` sets the type. */
  readonly isNative: boolean;
}

/** One side of an implicit many-to-many relation. The table is called `_` plus the relation's name. */
export interface SchemaLink {
  readonly relation: string;
  readonly target: string;
}

/** The used part of Prisma's model description. */
interface Description {
  readonly datamodel: {
    readonly enums: readonly { readonly name: string; readonly dbName?: string | null }[];
    readonly models: readonly {
      readonly name: string;
      readonly dbName?: string | null;
      readonly fields: readonly DescribedField[];
    }[];
  };
}

interface DescribedField {
  readonly name: string;
  readonly dbName?: string | null;
  readonly kind: 'scalar' | 'enum' | 'object' | 'unsupported';
  readonly type: string;
  readonly isList: boolean;
  readonly relationName?: string;
  readonly relationFromFields?: readonly string[];
  readonly nativeType?: unknown;
}

/**
 * Returns the models of a valid schema, from the schema compiler.
 *
 * @param schema path → text
 */
export async function schemaModels(schema: ReadonlyMap<string, string>): Promise<readonly SchemaModel[]> {
  const compiler = (await import('@prisma/prisma-schema-wasm')).default;
  const { datamodel }: Description = JSON.parse(compiler.get_dmmf(JSON.stringify({ prismaSchema: [...schema] })));
  const enums = new Map(datamodel.enums.map(({ name, dbName }) => [name, dbName ?? name]));
  const lists = datamodel.models.flatMap(({ fields }) =>
    fields.filter(({ kind, isList }) => kind === 'object' && isList),
  );
  const isLink = (field: DescribedField) =>
    lists.includes(field) && lists.filter(({ relationName }) => relationName === field.relationName).length === 2;
  return datamodel.models.map(({ name, dbName, fields }) => ({
    name,
    table: dbName ?? name,
    columns: fields
      .filter(({ kind }) => kind === 'scalar' || kind === 'enum')
      .map((field) => ({
        field: field.name,
        name: field.dbName ?? field.name,
        type: enums.get(field.type) ?? field.type,
        isEnum: field.kind === 'enum',
        isList: field.isList,
        isNative: field.nativeType !== null && field.nativeType !== undefined,
      })),
    links: fields.filter(isLink).map(({ relationName, type }) => ({ relation: relationName ?? '', target: type })),
  }));
}
