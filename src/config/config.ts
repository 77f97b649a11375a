/** `genlock.json`, read and checked: every default applied, every name proved usable. */

export const databaseKinds = ['relational', 'document', 'file'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Field types an entity can use today. */
export const fieldTypes = ['String', 'Text', 'Int', 'Float', 'Decimal', 'Boolean', 'DateTime'] as const;
export type FieldType = (typeof fieldTypes)[number];

export const relationTypes = ['many-to-one', 'many-to-many'] as const;
export type RelationType = (typeof relationTypes)[number];

export type FieldDefault = string | number | boolean;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  /** A value of the field's type; `DateTime` takes an ISO 8601 string or `now`; `Decimal` a string or a number. */
  readonly default?: FieldDefault;
}

export interface Relation {
  readonly name: string;
  readonly type: RelationType;
  readonly target: string;
  readonly required: boolean;
}

export interface Entity {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  /** Segment below `/api`; the plural of the name in kebab case if absent. */
  readonly route?: string;
}

export interface PluginConfig {
  readonly enabled: boolean;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

export interface Config {
  /** The project's name; becomes the name in package.json. */
  readonly name: string;
  readonly database: DatabaseKind;
  readonly entities: readonly Entity[];
  /** By plugin name, in the order of the file. */
  readonly plugins: ReadonlyMap<string, PluginConfig>;
}
