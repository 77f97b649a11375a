/** The operation `extendEntity`: members that a plugin adds to entities, in the form of `genlock.json`. */

/** A rule of access, or the names of roles. */
export type ExtensionRule = string | readonly string[];

export interface FieldOptions {
  /** Name in camelCase. */
  readonly name: string;
  /** A field type of `genlock.json`. */
  readonly type:
    | 'String'
    | 'Text'
    | 'Int'
    | 'BigInt'
    | 'Float'
    | 'Decimal'
    | 'Boolean'
    | 'Date'
    | 'DateTime'
    | 'Json'
    | 'Enum';
  /** Only together with `default`, because existing records have no value. */
  readonly required?: boolean;
  /** The value of a record without a value, also of existing records. */
  readonly default?: string | number | boolean;
  /** Only without `required` and `default`. */
  readonly unique?: boolean;
  /** Whether lists are often filtered or sorted by the field. */
  readonly index?: boolean;
  /** The values of an `Enum`, in order. */
  readonly values?: readonly string[];
  /** The least value of a number, or the least length of a string. */
  readonly min?: number | string;
  /** The greatest value of a number, or the greatest length of a string. */
  readonly max?: number | string;
  /** A regular expression that must match the whole string. */
  readonly pattern?: string;
  /** The form of a `String`, or `money` for a `Decimal`. */
  readonly format?: 'email' | 'url' | 'phone' | 'slug' | 'color' | 'money';
  /** The ISO 4217 code of a field with the format `money`. */
  readonly currency?: string;
  /** The greatest number of digits after the point of a `Decimal`. */
  readonly scale?: number;
  /** The name that people read. Derived from `name` if absent. */
  readonly label?: string;
  /** The hint below the form control, also in the API's description. */
  readonly description?: string;
  /** The heading of the group in forms and on the pages of records. */
  readonly group?: string;
  /** Whether the lists and forms of the admin area leave the field out. The API contains it. */
  readonly hidden?: boolean;
  /** Whether only code on the server sets the value, such as a hook of the plugin. No input and no form contains it. */
  readonly readOnly?: boolean;
  /** The rules for reading and setting the value, in addition to the rules of the entity. Needs a plugin that provides sign-in. */
  readonly access?: ExtensionRule | { readonly read?: ExtensionRule; readonly write?: ExtensionRule };
}

export interface RelationOptions {
  /** Name in camelCase. */
  readonly name: string;
  /** Whether several records or one record can refer to a target. */
  readonly type: 'many-to-one' | 'one-to-one';
  /** The name of a model that this plugin registers. */
  readonly target: string;
  /** The effect when the record of the plugin is deleted. Defaults to `setNull`. */
  readonly onDelete?: 'setNull' | 'restrict';
  /** The name that people read. Derived from `name` if absent. */
  readonly label?: string;
  /** The hint below the form control, also in the API's description. */
  readonly description?: string;
  /** The heading of the group in forms and on the pages of records. */
  readonly group?: string;
}

export interface ExtendOptions {
  /** The name of an entity in `genlock.json`, or `*` for every entity, also for entities that are added later. */
  readonly entity: string;
  /** At most 50 fields. */
  readonly fields?: readonly FieldOptions[];
  /** At most 50 relations to models of the plugin. */
  readonly relations?: readonly RelationOptions[];
}

/** A field in the form of `genlock.json`. Its type and its format are checked when operations are validated. */
export interface ExtensionField extends Omit<FieldOptions, 'type' | 'format'> {
  readonly type: string;
  readonly format?: string;
}

/** An optional relation to a model of the plugin. Its type and its rule are checked when operations are validated. */
export interface ExtensionRelation extends Omit<RelationOptions, 'type' | 'onDelete'> {
  readonly type: string;
  readonly onDelete?: string;
}

/** Members that a plugin adds to an entity of the project, or to every entity. */
export interface ExtendEntity {
  readonly kind: 'extendEntity';
  /** The name of an entity, or `*`. */
  readonly entity: string;
  readonly fields: readonly ExtensionField[];
  readonly relations: readonly ExtensionRelation[];
}

/** The greatest number of fields, and of relations, in one call. */
export const mostMembers = 50;

/** The greatest length of a string in a member. The rules of `genlock.json` are stricter. */
export const longestMemberText = 1_000;
