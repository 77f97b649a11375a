/** The validated configuration from `genlock.json`, with all defaults applied. */

import type { PackageManager } from '../core/package-managers.ts';

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
  'Date',
  'DateTime',
  'Json',
  'Enum',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** The formats of a `String`. Each one sets the form of the whole value. */
export const textFormats = ['email', 'url', 'phone', 'slug', 'color'] as const;
export type TextFormat = (typeof textFormats)[number];

/** All formats. `money` is a format of `Decimal`. */
export const formats = [...textFormats, 'money'] as const;
export type Format = (typeof formats)[number];

export const relationTypes = ['many-to-one', 'one-to-one', 'one-to-many', 'many-to-many'] as const;
export type RelationType = (typeof relationTypes)[number];

/** The effects on a record when the referenced record is deleted. */
export const deleteRules = ['cascade', 'restrict', 'setNull'] as const;
export type DeleteRule = (typeof deleteRules)[number];

/** The permitted users: everyone, signed-in users, the record's owner, administrators. */
export const accessRules = ['public', 'authenticated', 'owner', 'admin'] as const;
export type AccessRule = (typeof accessRules)[number];

/** A rule, or the names of roles. `owner` may be among the names. Administrators are always permitted. */
export type Rule = AccessRule | readonly string[];

/** The operations of an entity's API. */
export const apiOperations = ['read', 'create', 'update', 'delete'] as const;
export type ApiOperation = (typeof apiOperations)[number];

/** The operations that change records. */
export const writeOperations = ['create', 'update', 'delete'] as const satisfies readonly ApiOperation[];
export type WriteOperation = (typeof writeOperations)[number];

/** The rule of each operation. */
export type Access = Readonly<Record<ApiOperation, Rule>>;

/** The rules for reading and setting the value of a field. They never depend on the owner of a record. */
export interface FieldAccess {
  readonly read: Rule;
  readonly write: Rule;
}

/** A value JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type FieldDefault = JsonValue;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Whether lists are often filtered or sorted by the field. Unique fields always have an index. */
  readonly index?: boolean;
  /**
   * A value of the field's type. `Date` accepts an ISO 8601 day, `DateTime` an ISO 8601 string or `now`, `Decimal` and `BigInt` a string or a
   * number, `Enum` one of `values`, `Json` any value.
   */
  readonly default?: FieldDefault;
  /** The values of an `Enum`, in order. Only for enums. */
  readonly values?: readonly string[];
  /** The values with a former name. The next migration renames them. */
  readonly renamedValues?: readonly RenamedValue[];
  /** Minimum of a number, minimum length of a string. Decimal digits in a string if a number would lose precision. */
  readonly min?: number | string;
  /** Maximum of a number, maximum length of a string. */
  readonly max?: number | string;
  /** A regular expression (ECMAScript, flag `u`) that must match the whole string. */
  readonly pattern?: string;
  /** The form of a `String`, or `money` for a `Decimal`. */
  readonly format?: Format;
  /** The ISO 4217 code of a field with the format `money`. */
  readonly currency?: string;
  /** The greatest number of digits after the point of a `Decimal`. Lists show exactly as many. */
  readonly scale?: number;
  /** The name that people read. Derived from `name` if absent. */
  readonly label?: string;
  /** The hint below the form control, also in the API's description. */
  readonly description?: string;
  /** The heading of the field’s group in forms and on the pages of records. */
  readonly group?: string;
  /** Whether the lists and forms of the admin area leave the field out. The API contains it. */
  readonly hidden?: boolean;
  /** The rules of the field, in addition to the entity's rules. Public if absent. */
  readonly access?: FieldAccess;
  /** The former name of the field. The next migration renames its column. */
  readonly was?: string;
}

/** A value of an `Enum` with its former name. */
export interface RenamedValue {
  readonly name: string;
  readonly was: string;
}

export interface Relation {
  readonly name: string;
  readonly type: RelationType;
  readonly target: string;
  readonly required: boolean;
  /** The default is `setNull` for an optional relation and `restrict` for a required one. */
  readonly onDelete?: DeleteRule;
  /** Whether a record cannot become its own ancestor. Only for an optional reference to the same entity. */
  readonly tree?: boolean;
  /** The name that people read. Derived from `name` if absent. */
  readonly label?: string;
  /** The hint below the form control, also in the API's description. */
  readonly description?: string;
  /** The heading of the relation’s group in forms and on the pages of records. */
  readonly group?: string;
  readonly was?: string;
}

export interface Entity {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  /** The URL segment below `/api`. The default is the plural of the name in kebab case. */
  readonly route?: string;
  /** Groups of fields and relations with unique combinations of values. */
  readonly unique?: readonly (readonly string[])[];
  /** The fields that the search of lists reads. All fields of type `String` if absent. */
  readonly search?: readonly string[];
  /** The access rules, with the project's default applied. Public if absent. */
  readonly access?: Access;
  /**
   * The relation to `User` that sets the owner of a record, perhaps of a related record: `ticket.requester`. Only present
   * if `access` uses the owner rule.
   */
  readonly owner?: string;
  /** The name of a record that people read. Derived from `name` if absent. */
  readonly label?: string;
  /** The name of several records. The English plural of `label` if absent. */
  readonly labelPlural?: string;
  /** One or two sentences above the list, also in the API's description. */
  readonly description?: string;
  /** The icon in menus. */
  readonly icon?: string;
  /** The `String` field that identifies a record for people. */
  readonly title?: string;
  /** Whether the site has pages of the records for the users whom `access` admits. */
  readonly pages?: boolean;
  /** The former name of the entity. The next migration renames its table. */
  readonly was?: string;
}

export interface PluginConfig {
  readonly enabled: boolean;
  /** Version or range that `genlock update` may choose. Only for plugins from a registry. */
  readonly version?: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Entity that every caller can change, because the file has no rule for these operations. */
export interface OpenEntity {
  readonly name: string;
  readonly operations: readonly WriteOperation[];
}

export interface Config {
  /** The project's name; becomes the name in package.json. */
  readonly name: string;
  readonly database: DatabaseKind;
  /** Installs the packages in the container image and in the checks on GitHub. Absent: npm. */
  readonly packageManager?: PackageManager;
  /** The names of roles besides those of the authentication plugin. */
  readonly roles?: readonly string[];
  /** Whether the project has background jobs of its own. */
  readonly jobs?: boolean;
  readonly entities: readonly Entity[];
  /**
   * Entities that every caller can change because no access rule covers them. Absent without such entities, and without an
   * authentication plugin.
   */
  readonly open?: readonly OpenEntity[];
  /** By plugin name, in the order of the file. */
  readonly plugins: ReadonlyMap<string, PluginConfig>;
}
