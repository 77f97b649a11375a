/** `genlock.json`, read and checked: every default applied, every name proved usable. */

export const databaseKinds = ['relational', 'document', 'file'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Field types an entity can use. */
export const fieldTypes = [
  'String',
  'Text',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'Boolean',
  'DateTime',
  'Json',
  'Enum',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const relationTypes = ['many-to-one', 'one-to-one', 'one-to-many', 'many-to-many'] as const;
export type RelationType = (typeof relationTypes)[number];

/** What happens to a record when the one it refers to is deleted. */
export const deleteRules = ['cascade', 'restrict', 'setNull'] as const;
export type DeleteRule = (typeof deleteRules)[number];

/** Who may read or write records: everybody, signed-in users, the user a record belongs to, administrators. */
export const accessRules = ['public', 'authenticated', 'owner', 'admin'] as const;
export type AccessRule = (typeof accessRules)[number];

/** Reading is `GET`; writing is creating, changing and deleting. */
export interface Access {
  readonly read: AccessRule;
  readonly write: AccessRule;
}

/** A value JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type FieldDefault = JsonValue;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Lists are often filtered or sorted by it. A unique field has an index anyway. */
  readonly index?: boolean;
  /**
   * A value of the field's type; `DateTime` takes an ISO 8601 string or `now`; `Decimal` and `BigInt` a string or a
   * number; `Enum` one of `values`; `Json` anything.
   */
  readonly default?: FieldDefault;
  /** The values of an `Enum`, in order; only of an `Enum`. */
  readonly values?: readonly string[];
  /** Least value of a number, least length of a text; decimal digits as text where a number can't hold them. */
  readonly min?: number | string;
  /** Greatest value of a number, greatest length of a text. */
  readonly max?: number | string;
  /** A regular expression (ECMAScript, flag `u`) the whole of a text matches. */
  readonly pattern?: string;
  /** What the field was called before; migrating renames its column. */
  readonly was?: string;
}

export interface Relation {
  readonly name: string;
  readonly type: RelationType;
  readonly target: string;
  readonly required: boolean;
  /** `setNull` where the relation is optional and `restrict` where it is required, if absent. */
  readonly onDelete?: DeleteRule;
  readonly was?: string;
}

export interface Entity {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  /** Segment below `/api`; the plural of the name in kebab case if absent. */
  readonly route?: string;
  /** Groups of fields and relations whose values no two records share. */
  readonly unique?: readonly (readonly string[])[];
  /** Everybody reads and writes if absent; the project's own default is applied already. */
  readonly access?: Access;
  /** The relation to `User` that says whose a record is; only where `access` speaks of an owner. */
  readonly owner?: string;
  /** What the entity was called before; migrating renames its table. */
  readonly was?: string;
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
