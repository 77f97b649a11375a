import type { Access, DatabaseKind, DeleteRule, Field } from '../config/config.ts';

/** The spellings of an entity's name, decided once so that every emitter agrees. For `OrderLine`: */
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
  /** `Order line`: labels. */
  readonly title: string;
  /** `Order lines` */
  readonly titlePlural: string;
}

/** A declared scalar field and the label people see. */
export interface ScalarField extends Field {
  /** `Unit price` for `unitPrice`. */
  readonly label: string;
  /** Name of the enum an `Enum` field holds: `OrderStatus` for `status` of `Order`. */
  readonly enumName?: string;
}

/** A many-to-one or one-to-one relation, on the entity that holds the key. */
export interface Reference {
  /** `customer` */
  readonly name: string;
  readonly label: string;
  /** `customerId` */
  readonly idField: string;
  readonly target: string;
  readonly required: boolean;
  /** No two records refer to the same one: a one-to-one relation. */
  readonly unique: boolean;
  readonly onDelete: DeleteRule;
  /** Name of the field on the target: the plural of the source (its name, if `unique`), made unique where it clashes. */
  readonly backReference: string;
  /** Set only where Prisma needs one: two relations between the same pair, or a self relation. */
  readonly relationName?: string;
}

/** A many-to-many relation, on the entity that declares it: on both entities if each declares its side. */
export interface Link {
  /** `tags` */
  readonly name: string;
  readonly label: string;
  /** `tagIds`: how it is written through the API. */
  readonly idsField: string;
  readonly target: string;
  readonly backReference: string;
  /** Where a document database keeps the ids of the other side: `postIds`. */
  readonly backIdsField: string;
  readonly relationName?: string;
}

/** The field another entity's relation puts on this one: one record of a one-to-one, else a list. */
export interface BackReference {
  readonly name: string;
  readonly source: string;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  /** Only of a many-to-many: where a document database keeps the ids. */
  readonly idsField?: string;
  readonly relationName?: string;
}

/** One entity with everything resolved: what the schema, the API, the tests and the pages are emitted from. */
export interface EntityModel {
  readonly names: EntityNames;
  readonly fields: readonly ScalarField[];
  readonly references: readonly Reference[];
  readonly links: readonly Link[];
  readonly backReferences: readonly BackReference[];
  /** The field that stands for a record where one line must do: the first required String, else the first String, else `id`. */
  readonly displayField: string;
  /** Groups of columns whose values no two records share. */
  readonly uniques: readonly (readonly string[])[];
  readonly access: Access;
  /** The reference that says whose a record is; set if and only if `access` speaks of an owner. */
  readonly owner?: Reference;
}

/** A model of a plugin that entities refer to (`User`). It is written by id and never included in an answer. */
export interface ExternalModel {
  readonly name: string;
  /** What entities' relations put on it. */
  readonly backReferences: readonly BackReference[];
}

/** All entities of a project, in the order of `genlock.json`. */
export interface DataModel {
  readonly database: DatabaseKind;
  readonly entities: readonly EntityModel[];
  /** By name. */
  readonly externals: readonly ExternalModel[];
}
