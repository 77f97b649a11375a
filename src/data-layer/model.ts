import type { Access, DatabaseKind, DeleteRule, Field, WriteOperation } from '../config/config.ts';

/** The spellings of an entity's name, used by all emitters. For `OrderLine`: */
export interface EntityNames {
  /** `OrderLine`: model and type. */
  readonly pascal: string;
  /** `orderLine`: the client delegate, variables. */
  readonly camel: string;
  /** `orderLines` */
  readonly camelPlural: string;
  /** `OrderLines` */
  readonly pascalPlural: string;
  /** `order-line`: file names. */
  readonly kebab: string;
  /** `order-lines`: the segment below `/api` and of the pages; the entity's `route` if it sets one. */
  readonly route: string;
  /** `Order line`: comments and, without a declared label, what people read. */
  readonly title: string;
  /** `Order lines` */
  readonly titlePlural: string;
}

/** A declared scalar field and its display label. */
export interface ScalarField extends Field {
  /** The declared label, else `Unit price` for `unitPrice`. A text of the user, so it must be escaped. */
  readonly label: string;
  /** The name of an enum type: `OrderStatus` for `status` of `Order`. */
  readonly enumName?: string;
}

/** A many-to-one or one-to-one relation, on the entity that holds the key. */
export interface Reference {
  /** `customer` */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
  /** `customerId` */
  readonly idField: string;
  readonly target: string;
  readonly required: boolean;
  /** Whether each target has at most one reference: a one-to-one relation. */
  readonly unique: boolean;
  readonly onDelete: DeleteRule;
  /** Whether a record cannot become its own ancestor. */
  readonly isTree: boolean;
  /** The name of the field on the target: the plural of the source (singular if `unique`), numbered if taken. */
  readonly backReference: string;
  /** Only set if Prisma requires a name: two relations between the same pair, or a self relation. */
  readonly relationName?: string;
}

/** A many-to-many relation, on the entity that declares it: on both entities if each declares its side. */
export interface Link {
  /** `tags` */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
  /** The API field with the ids: `tagIds`. */
  readonly idsField: string;
  readonly target: string;
  readonly backReference: string;
  /** The field with the ids of the other side in a document database: `postIds`. */
  readonly backIdsField: string;
  readonly relationName?: string;
}

/** The field that another entity's relation adds to this one: one record for a one-to-one, else a list. */
export interface BackReference {
  readonly name: string;
  readonly source: string;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  /** The ids of a many-to-many in a document database. */
  readonly idsField?: string;
  readonly relationName?: string;
}

/** The rules of a plugin for an entity whose model the plugin provides. */
export interface Guard {
  readonly plugin: string;
  /** Operations that the API and the pages do not offer. */
  readonly refuse: ReadonlySet<WriteOperation>;
  /** Columns that the API and the forms do not write. */
  readonly readOnly: ReadonlySet<string>;
  /** The module with the plugin's hooks, without extension. */
  readonly module?: string;
  /** The plugin's own page of the records: `/admin/users`. */
  readonly page?: string;
}

/** A resolved entity: the source of the schema, the API, the tests and the pages. */
export interface EntityModel {
  readonly names: EntityNames;
  /** The name of a record that people read: `Order line`. A text of the user, so it must be escaped. */
  readonly label: string;
  /** `Order lines` */
  readonly labelPlural: string;
  readonly description?: string;
  /** The name of an icon, in any spelling. */
  readonly icon?: string;
  readonly fields: readonly ScalarField[];
  readonly references: readonly Reference[];
  readonly links: readonly Link[];
  readonly backReferences: readonly BackReference[];
  /** The display field of a record: the declared title, else the first required String that is not hidden, else `id`. */
  readonly displayField: string;
  /** Whether the site has pages of the records, besides the admin area. */
  readonly hasPages: boolean;
  /** The string fields that the search of lists reads. */
  readonly searchFields: readonly string[];
  /** Groups of columns with unique combinations of values. */
  readonly uniques: readonly (readonly string[])[];
  readonly access: Access;
  /** The reference to the owner of a record. Present if `access` uses the owner rule and the record has a key to its owner. */
  readonly owner?: Reference;
  /**
   * The path from a record to its owner's id: `['authorId']` or `['ticket', 'requesterId']`. Present exactly if `access`
   * uses the owner rule.
   */
  readonly ownerPath?: readonly string[];
  /** Fields that plugins added and only code on the server sets. Set while rendering. */
  readonly serverFields?: ReadonlySet<string>;
  /** The rules of the plugin that provides the entity's model. Set while rendering. */
  readonly guard?: Guard;
}

/** A plugin's model that entities refer to (`User`). Written by id and never included in a response. */
export interface ExternalModel {
  readonly name: string;
  /** The back references of entities' relations to the model. */
  readonly backReferences: readonly BackReference[];
}

/** All entities of a project, in the order of `genlock.json`. */
export interface DataModel {
  readonly database: DatabaseKind;
  /** The names of roles besides those of the authentication plugin. */
  readonly roles?: readonly string[];
  readonly entities: readonly EntityModel[];
  /** The plugin models by name. */
  readonly externals: readonly ExternalModel[];
}
