import * as fc from 'fast-check';
import {
  accessRules,
  deleteRules,
  relationTypes,
  type DatabaseKind,
  type Entity,
  type Relation,
  type Rule,
} from '../../../src/config/config.ts';
import { iconNames } from '../../../src/config/icons.ts';
import { arbitraryField, formerName } from './arbitrary-field.ts';
import { displayText } from './arbitrary-text.ts';
import { withoutConflicts } from './without-conflicts.ts';

export interface Vocabulary {
  readonly entityNames: fc.Arbitrary<string>;
  readonly memberNames: fc.Arbitrary<string>;
  /** Returns whether two entities cannot have these names. */
  readonly comparator: (one: string, other: string) => boolean;
}

/** Options for the generated entities. */
export interface GraphOptions {
  readonly kind?: DatabaseKind;
  /** Adds relations to the `User` of an authentication plugin and all access rights. The plugin must be enabled. */
  readonly withUsers?: boolean;
}

/** Generates valid entities: any graph with every type of relation, including self relations and repeated pairs. */
export function graphsOf(words: Vocabulary, { kind = 'file', withUsers = false }: GraphOptions = {}) {
  return fc
    .uniqueArray(words.entityNames, { maxLength: 6, comparator: words.comparator })
    .chain((names) => fc.tuple(...names.map((name) => entity(name, { words, kind, names, withUsers }))))
    .map((entities) => withoutConflicts(entities, kind));
}

interface Surroundings {
  readonly words: Vocabulary;
  readonly kind: DatabaseKind;
  readonly names: readonly string[];
  readonly withUsers: boolean;
}

/** Access rules; roles without and with the owner. */
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.constantFrom(...accessRules),
  fc.constantFrom(['USER'], ['ADMIN', 'owner']),
);

function entity(name: string, { words, kind, names, withUsers }: Surroundings): fc.Arbitrary<Entity> {
  const targets = withUsers ? [...names, 'User'] : names;
  const relation: fc.Arbitrary<Relation> = fc
    .record(
      {
        name: words.memberNames,
        type: fc.constantFrom(...relationTypes),
        target: fc.constantFrom(...targets),
        required: fc.boolean(),
        onDelete: fc.constantFrom(...deleteRules),
        label: displayText,
        description: displayText,
      },
      { requiredKeys: ['name', 'type', 'target', 'required'] },
    )
    .map((one) => renamed(one.type === 'one-to-many' ? withoutTexts(one) : grouped(asTree(one, name))));
  return fc.record(
    {
      name: fc.constant(name),
      fields: fc.array(arbitraryField(words.memberNames, kind), { maxLength: 8 }),
      relations: fc.array(relation, { maxLength: 5 }),
      label: displayText,
      labelPlural: displayText,
      description: displayText,
      icon: fc.constantFrom(...iconNames, 'shopping-cart'),
      title: fc.constant(''),
      pages: fc.constant(true),
      unique: fc.array(fc.array(words.memberNames, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      ...(name.length < 60 ? { was: fc.constant(formerName(name, 'Old')) } : {}),
      ...(withUsers ? { access: fc.record({ read: rule, create: rule, update: rule, delete: rule }) } : {}),
    },
    { requiredKeys: ['name', 'fields', 'relations'] },
  );
}

/** Marks every optional reference to the same entity as a tree. */
function asTree(relation: Relation, entity: string): Relation {
  const isTree = relation.type.endsWith('-to-one') && relation.target === entity && !relation.required;
  return isTree ? { ...relation, tree: true } : relation;
}

/** Adds a former name to some relations. */
function renamed(relation: Relation): Relation {
  const isRenamed = relation.type !== 'one-to-many' && relation.required && relation.name.length < 60;
  return isRenamed ? { ...relation, was: formerName(relation.name, 'old') } : relation;
}

const entityNames = [
  'Base',
  'Post',
  'PostTo',
  'Tag',
  'Person',
  'OrderLine',
  'Model',
  'Kind',
  'Type',
  'Account',
  'Sheep',
  'A',
  'AB',
];
const memberNames = [
  'model',
  'type',
  'kind',
  'name',
  'tag',
  'tags',
  'post',
  'posts',
  'people',
  'parent',
  'bC',
  'c',
  'x1',
  'sheep',
  'orderLines',
];

/** Names that often clash with each other and with names of Prisma. */
const clashing: Vocabulary = {
  entityNames: fc.constantFrom(...entityNames),
  memberNames: fc.constantFrom(...memberNames),
  comparator: (one, other) => one === other,
};

/** Generates entities whose names often clash, for a kind of database. */
export const arbitraryEntitiesOn = (options: GraphOptions): fc.Arbitrary<readonly Entity[]> =>
  graphsOf(clashing, options);

/** Forms do not contain a one-to-many, so it has no label. */
function withoutTexts(relation: Relation): Relation {
  const { name, type, target, required, onDelete } = relation;
  return { name, type, target, required, ...(onDelete === undefined ? {} : { onDelete }) };
}

/** Adds some relations to a group. */
function grouped(relation: Relation): Relation {
  return relation.name.length % 3 === 0 ? { ...relation, group: 'a "b" & {c}' } : relation;
}
