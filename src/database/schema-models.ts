/** A model of the schema, with the parts that matter for its table. */
export interface SchemaModel {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly SchemaColumn[];
  /** The columns of the id, or of the first unique rule if the model has no id. */
  readonly key: readonly string[];
  /** The models that foreign keys refer to. */
  readonly references: readonly string[];
  /** The implicit many-to-many relations. */
  readonly links: readonly SchemaLink[];
}

export interface SchemaColumn {
  readonly field: string;
  readonly name: string;
  /** A Prisma scalar type, or the enum's name in the database. */
  readonly type: string;
  readonly isEnum: boolean;
  /** The values of an enum in the database, in order. Empty for other columns. */
  readonly values: readonly string[];
  readonly isList: boolean;
  readonly isRequired: boolean;
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
    readonly enums: readonly (Named & { readonly values: readonly Named[] })[];
    readonly models: readonly (Named & {
      readonly fields: readonly DescribedField[];
      readonly primaryKey?: { readonly fields: readonly string[] } | null;
      readonly uniqueFields: readonly (readonly string[])[];
    })[];
  };
}

interface Named {
  readonly name: string;
  readonly dbName?: string | null;
}

interface DescribedField extends Named {
  readonly kind: 'scalar' | 'enum' | 'object' | 'unsupported';
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isId: boolean;
  readonly isUnique: boolean;
  readonly relationName?: string;
  readonly relationFromFields?: readonly string[];
  readonly nativeType?: unknown;
}

const storedName = ({ name, dbName }: Named): string => dbName ?? name;

/**
 * Returns the models of a valid schema, from the schema compiler.
 *
 * @param schema path → text
 */
export async function schemaModels(schema: ReadonlyMap<string, string>): Promise<readonly SchemaModel[]> {
  const compiler = (await import('@prisma/prisma-schema-wasm')).default;
  const { datamodel }: Description = JSON.parse(compiler.get_dmmf(JSON.stringify({ prismaSchema: [...schema] })));
  const enums = new Map(datamodel.enums.map((one) => [one.name, one]));
  const lists = datamodel.models.flatMap(({ fields }) =>
    fields.filter(({ kind, isList }) => kind === 'object' && isList),
  );
  const isLink = (field: DescribedField) =>
    lists.includes(field) && lists.filter(({ relationName }) => relationName === field.relationName).length === 2;
  return datamodel.models.map(({ fields, primaryKey, uniqueFields, ...model }) => ({
    name: model.name,
    table: storedName(model),
    key: keyOf(fields, [...(primaryKey ? [primaryKey.fields] : []), ...uniqueFields]),
    references: fields.filter(({ relationFromFields = [] }) => relationFromFields.length > 0).map(({ type }) => type),
    columns: fields
      .filter(({ kind }) => kind === 'scalar' || kind === 'enum')
      .map((field) => ({
        field: field.name,
        name: storedName(field),
        type: storedName(enums.get(field.type) ?? { name: field.type }),
        isEnum: field.kind === 'enum',
        values: (enums.get(field.type)?.values ?? []).map(storedName),
        isList: field.isList,
        isRequired: field.isRequired,
        isNative: field.nativeType !== null && field.nativeType !== undefined,
      })),
    links: fields.filter(isLink).map(({ relationName, type }) => ({ relation: relationName ?? '', target: type })),
  }));
}

function keyOf(fields: readonly DescribedField[], groups: readonly (readonly string[])[]): readonly string[] {
  const required = fields.filter(({ isRequired }) => isRequired);
  const single = required.find(({ isId }) => isId) ?? required.find(({ isUnique }) => isUnique);
  const whole = groups.find((group) => group.every((name) => required.some((field) => field.name === name)));
  const names = single?.isId === true ? [single.name] : (whole ?? (single === undefined ? [] : [single.name]));
  return names.map((name) => fields.find((field) => field.name === name)?.dbName ?? name);
}
