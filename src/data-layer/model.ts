import type { DatabaseKind, Field } from '../config/config.ts';

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
}

/** A many-to-one relation, on the entity that declares it. */
export interface Reference {
  /** `customer` */
  readonly name: string;
  readonly label: string;
  /** `customerId` */
  readonly idField: string;
  readonly target: string;
  readonly required: boolean;
  /** Name of the list field on the target: the plural of the source, made unique where it clashes. */
  readonly backReference: string;
  /** Set only where Prisma needs one: two relations between the same pair, or a self relation. */
  readonly relationName?: string;
}

/** A many-to-many relation, on the entity that declares it. */
export interface Link {
  /** `tags` */
  readonly name: string;
  readonly label: string;
  /** `tagIds`: how it is written through the API. */
  readonly idsField: string;
  readonly target: string;
  readonly backReference: string;
  readonly relationName?: string;
}

/** The list field another entity's relation puts on this one. */
export interface BackReference {
  readonly name: string;
  readonly source: string;
  readonly kind: 'many-to-one' | 'many-to-many';
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
}

/** All entities of a project, in the order of `genlock.json`. */
export interface DataModel {
  readonly database: DatabaseKind;
  readonly entities: readonly EntityModel[];
}
