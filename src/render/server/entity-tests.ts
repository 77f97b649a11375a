import { apiOperations, type Rule } from '../../config/config.ts';
import { ownerWord } from '../../config/role-names.ts';
import type { DataModel, EntityModel, Guard, Link, Reference } from '../../data-layer/model.ts';
import { type Code, arrays, braces, imports, lines, list, objects, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { staticFile } from '../static-file.ts';
import { authPortModule, hasAuth } from './auth-port.ts';
import { offers, readOnlyColumns, writtenPart } from '../offered.ts';
import { columnsOf, isSortable } from './columns.ts';
import { jsonFields } from './json-fields.ts';
import { includable } from './relations.ts';
import { isGuarded } from './access.ts';
import { groupsWithOptional, uniqueGroups } from './server-library.ts';

/**
 * `test/server/routes/<route>.test.ts`: the test configuration of an entity. The tests themselves are in
 * `test/support`.
 */
export const entityTests: Emitter = function* (input) {
  const { entities } = input.model;
  for (const entity of entities) {
    const test =
      entity.guard === undefined ? entityTest(entity, input) : guardedTest(entity, { guard: entity.guard, input });
    yield { path: `test/server/routes/${entity.names.route}.test.ts`, content: print(test) };
  }
  if (entities.some(({ guard }) => guard !== undefined)) {
    yield { path: 'test/support/guarded.ts', content: staticFile('test/support/guarded.ts') };
  }
  if (entities.some(isGuarded) && entities.some(({ guard }) => guard === undefined)) {
    yield { path: 'test/support/access.ts', content: staticFile('test/support/access.ts') };
    yield { path: 'test/server/access.test.ts', content: print(accessTest(input.model)) };
  }
  if (entities.some(({ references }) => references.some(({ isTree }) => isTree))) {
    yield { path: 'test/support/tree.ts', content: staticFile('test/support/tree.ts') };
  }
  const known = new Set(entities.map(({ names }) => names.pascal));
  const users = entities.flatMap(({ references }) => references).some(({ target }) => target === 'User');
  if (users && !known.has('User') && hasAuth(input)) {
    yield { path: 'test/support/user.ts', content: staticFile('test/support/user.ts') };
  }
};

function entityTest(entity: EntityModel, input: RenderInput): Code {
  const { pascal, route } = entity.names;
  const { fields, references, links, owner } = entity;
  const { model } = input;
  const columns = columnsOf(entity);
  const isSorted = (column: (typeof columns)[number]) => isSortable(column, model.database);
  const unsortable = columns.filter((column) => !isSorted(column)).map(({ name }) => name);
  const body = writtenPart(entity);
  const written = [...columnsOf(body).map(({ name }) => name), ...links.map(({ idsField }) => idsField)];
  const json = jsonFields(body).map(({ name }) => name);
  const required = [
    ...fields.filter((field) => field.required && field.default === undefined).map(({ name }) => name),
    ...references
      .filter((reference) => reference.required && reference.idField !== owner?.idField)
      .map(({ idField }) => idField),
  ];
  const isKnown = ({ target }: Reference | Link) => model.entities.some(({ names }) => names.pascal === target);
  const describe = (relation: Reference | Link) => describeRelation(relation, { entity, input });
  const common = [`path: ${quote(`/api/${route}`)}`, `build: build${pascal}`, `create: create${pascal}`];
  const [knownReferences, knownLinks] = [references.filter(isKnown), links.filter(isKnown)];
  const guarded = needsUser(entity, model);
  return paragraphs([
    lines(importLines(entity, input)),
    rows(
      'testResource({',
      [
        ...common,
        ...(guarded ? ['user: testUser'] : []),
        ['fields: ', texts(written)],
        ...(json.length === 0 ? [] : [['json: ', texts(json)]]),
        ['required: ', texts(required)],
        ['unique: ', arrays(uniqueGroups(body).map((group) => group.map(quote)))],
        ...emptiedGroups(entity),
        ['columns: ', texts([...columns.filter(isSorted).map(({ name }) => name), 'createdAt', 'updatedAt'])],
        ...(unsortable.length === 0 ? [] : [['unsortable: ', texts(unsortable)]]),
        `lists: queries.${entity.names.camel}`,
        ...(knownReferences.length === 0 ? [] : [['references: ', objects(knownReferences.map(describe))]]),
        ...(knownLinks.length === 0 ? [] : [['links: ', objects(knownLinks.map(describe))]]),
      ],
      '});',
    ),
    ...references
      .filter(({ isTree }) => isTree)
      .map(({ idField }) => {
        const path = `path: ${quote(`/api/${route}`)}`;
        const user = guarded ? ['user: testUser'] : [];
        return rows('testTree({', [path, `build: build${pascal}`, ...user, `field: ${quote(idField)}`], '});');
      }),
  ]);
}

/** Tests the rules of the plugin that provides the model, instead of the common behavior. */
function guardedTest(
  entity: EntityModel,
  { guard, input }: { readonly guard: Guard; readonly input: RenderInput },
): Code {
  const { pascal, kebab, route } = entity.names;
  return paragraphs([
    lines([
      ...(hasAuth(input) ? [imports(['testUser'], `../../../${authPortModule}`)] : []),
      imports([`build${pascal}`, `create${pascal}`], `../../factories/${kebab}`),
      imports(['testGuarded'], '../../support/guarded'),
    ]),
    rows(
      'testGuarded({',
      [
        `path: ${quote(`/api/${route}`)}`,
        `build: build${pascal}`,
        `create: create${pascal}`,
        ...(hasAuth(input) ? ['user: testUser'] : []),
        ['refuse: ', texts([...guard.refuse])],
        ['readOnly: ', texts(readOnlyColumns(entity))],
      ],
      '});',
    ),
  ]);
}

/** `test/server/access.test.ts`: the entities whose access rules a test checks, with each request by each caller. */
function accessTest({ entities, database }: DataModel): Code {
  const roles = new Set(
    entities.flatMap(({ access }) => apiOperations.flatMap((operation) => rolesIn(access[operation]))),
  );
  const described = entities.map((entity): Code => {
    const { pascal, route } = entity.names;
    const relations = [...entity.references, ...entity.links].flatMap((relation): Code[] => {
      const target = entities.find(({ names }) => names.pascal === relation.target);
      return target === undefined
        ? []
        : [[`${relation.name}: `, braces(accessRelation(relation, { target, database }))]];
    });
    const members: Code[] = [
      `path: ${quote(`/api/${route}`)}`,
      `build: build${pascal}`,
      `create: create${pascal}`,
      ...(relations.length === 0 ? [] : [rows('relations: {', relations, '}')]),
      ...(entity.guard === undefined ? [] : ['isProvided: true']),
    ];
    return [`${pascal}: `, rows('{', members, '}')];
  });
  return paragraphs([
    lines([
      imports(['testUser'], `../../${authPortModule}`),
      ...entities
        .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
        .map(({ names }) => imports([`build${names.pascal}`, `create${names.pascal}`], `../factories/${names.kebab}`)),
      imports(['testAccess'], '../support/access'),
    ]),
    rows(
      'testAccess({',
      ['user: testUser', ['roles: ', texts([...roles])], ['entities: ', rows('{', described, '}')]],
      '});',
    ),
  ]);
}

interface AccessTarget {
  readonly target: EntityModel;
  readonly database: DataModel['database'];
}

function accessRelation(relation: Reference | Link, { target, database }: AccessTarget): Code[] {
  const column = columnsOf(target).find((one) => one.required && isSortable(one, database));
  return [
    `field: ${quote('idField' in relation ? relation.idField : relation.idsField)}`,
    `target: ${quote(relation.target)}`,
    ...('idsField' in relation ? ['many: true'] : column === undefined ? [] : [`column: ${quote(column.name)}`]),
  ];
}

/** Returns the roles of a rule except the roles of administrators, which are always permitted. */
function rolesIn(rule: Rule): readonly string[] {
  return typeof rule === 'string' ? [] : rule.filter((name) => name !== ownerWord && name !== 'ADMIN');
}

/** Returns the unique groups in which optional columns can be empty and another column has a value. */
function emptiedGroups(entity: EntityModel): readonly Code[] {
  const groups = groupsWithOptional(entity).filter(({ group, empty }) => empty.length < group.length);
  if (groups.length === 0) return [];
  const members = groups.map(({ group, empty }) =>
    braces([
      ['group: ', texts(group)],
      ['empty: ', texts(empty)],
    ]),
  );
  return [['emptied: ', objects(members)]];
}

function texts(items: readonly string[]): Code {
  return list('[', items.map(quote), ']');
}

interface RelationContext {
  readonly entity: EntityModel;
  readonly input: RenderInput;
}

function describeRelation(relation: Reference | Link, { entity, input: { model } }: RelationContext): Code {
  const target = model.entities.find(({ names }) => names.pascal === relation.target);
  const isIncluded = includable(entity, model).names.includes(relation.name);
  return braces([
    `field: ${quote('idField' in relation ? relation.idField : relation.idsField)}`,
    ...(isIncluded ? [`name: ${quote(relation.name)}`] : []),
    ...('onDelete' in relation && target !== undefined && offers(target, 'delete')
      ? [`onDelete: ${quote(relation.onDelete)}`]
      : []),
    `path: ${quote(`/api/${target?.names.route}`)}`,
    `create: create${relation.target}`,
  ]);
}

/** Returns whether an access rule restricts the entity or an entity that it refers to. */
function needsUser(entity: EntityModel, { entities }: DataModel): boolean {
  const targets = new Set([...entity.references, ...entity.links].map(({ target }) => target));
  return [entity, ...entities.filter(({ names }) => targets.has(names.pascal))].some(isGuarded);
}

function importLines(entity: EntityModel, { model }: RenderInput): Code[] {
  const { pascal, kebab } = entity.names;
  const targets = new Set([...entity.references, ...entity.links].map(({ target }) => target));
  const factories = model.entities
    .filter(({ names }) => names.pascal === pascal || targets.has(names.pascal))
    .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
    .map(({ names }) =>
      names.pascal === pascal
        ? imports([`build${pascal}`, `create${pascal}`], `../../factories/${kebab}`)
        : imports([`create${names.pascal}`], `../../factories/${names.kebab}`),
    );
  const guarded = needsUser(entity, model);
  return [
    imports(['queries'], '../../../server/generated/queries'),
    ...(guarded ? [imports(['testUser'], `../../../${authPortModule}`)] : []),
    ...factories,
    imports(['testResource'], '../../support/resource'),
    ...(entity.references.some(({ isTree }) => isTree) ? [imports(['testTree'], '../../support/tree')] : []),
  ];
}
