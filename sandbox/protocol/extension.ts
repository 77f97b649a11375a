/** The operation `extendEntity`: members that a plugin adds to entities, in the form of `genlock.json`. */

/** A rule of access, or the names of roles. */
export type ExtensionRule = string | readonly string[];

/** A field in the form of `genlock.json`. */
export interface ExtensionField {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly index?: boolean;
  readonly hidden?: boolean;
  /** Whether only code on the server sets the value. */
  readonly readOnly?: boolean;
  readonly default?: string | number | boolean;
  readonly values?: readonly string[];
  readonly min?: number | string;
  readonly max?: number | string;
  readonly pattern?: string;
  readonly format?: string;
  readonly currency?: string;
  readonly scale?: number;
  readonly label?: string;
  readonly description?: string;
  readonly group?: string;
  readonly access?: ExtensionRule | { readonly read?: ExtensionRule; readonly write?: ExtensionRule };
}

/** An optional relation to a model of the plugin, in the form of `genlock.json`. */
export interface ExtensionRelation {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly onDelete?: string;
  readonly label?: string;
  readonly description?: string;
  readonly group?: string;
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
