import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';
import { type Code, braces, imports, lines, list, objects, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { columnsOf, isSortable } from './columns.ts';
import { includable } from './relations.ts';

/** `test/server/routes/<route>.test.ts`: what is particular to an entity; the tests themselves are in `test/support/resource.ts`. */
export const entityTests: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    yield { path: `test/server/routes/${entity.names.route}.test.ts`, content: print(entityTest(entity, model)) };
  }
};

function entityTest(entity: EntityModel, model: DataModel): Code {
  const { pascal, route } = entity.names;
  const { fields, references, links } = entity;
  const related = includable(entity, model);
  const describe = (relation: Reference | Link) => describeRelation(relation, model);
  const columns = columnsOf(entity);
  const unsortable = columns.filter((column) => !isSortable(column)).map(({ name }) => name);
  const written = [...columns.map(({ name }) => name), ...links.map(({ idsField }) => idsField)];
  const required = [
    ...fields.filter((field) => field.required && field.default === undefined).map(({ name }) => name),
    ...references.filter((reference) => reference.required).map(({ idField }) => idField),
  ];
  return paragraphs([
    lines(importLines(entity, model)),
    rows(
      'testResource({',
      [
        `path: ${quote(`/api/${route}`)}`,
        `build: build${pascal}`,
        `create: create${pascal}`,
        ['fields: ', texts(written)],
        ['required: ', texts(required)],
        ['unique: ', texts(fields.filter(({ unique }) => unique).map(({ name }) => name))],
        ['columns: ', texts([...columns.filter(isSortable).map(({ name }) => name), 'createdAt', 'updatedAt'])],
        ...(unsortable.length === 0 ? [] : [['unsortable: ', texts(unsortable)]]),
        ...(related.references.length === 0 ? [] : [['references: ', objects(related.references.map(describe))]]),
        ...(related.links.length === 0 ? [] : [['links: ', objects(related.links.map(describe))]]),
      ],
      '});',
    ),
  ]);
}

function texts(items: readonly string[]): Code {
  return list('[', items.map(quote), ']');
}

function describeRelation(relation: Reference | Link, model: DataModel): Code {
  const target = model.entities.find(({ names }) => names.pascal === relation.target);
  return braces([
    `name: ${quote(relation.name)}`,
    `field: ${quote('idField' in relation ? relation.idField : relation.idsField)}`,
    ...('required' in relation ? [`required: ${relation.required}`] : []),
    `path: ${quote(`/api/${target?.names.route}`)}`,
    `create: create${relation.target}`,
  ]);
}

function importLines(entity: EntityModel, model: DataModel): Code[] {
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
  return [...factories, imports(['testResource'], '../../support/resource')];
}
