import { constraintName } from '../../data-layer/constraint-names.ts';
import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { type Code, braces, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { staticFile } from '../static-file.ts';
import { emptiedJson } from './json-fields.ts';
import { delegateOf } from './nouns.ts';
import { addedColumns } from './plugin-records.ts';

/** The modules of `server/lib` that only some projects need, and the names of unique indexes. */
export const serverLibrary: Emitter = function* (input) {
  const { model } = input;
  if (model.entities.some((entity) => emptiedJson(entity, model.database).length > 0)) {
    yield { path: 'server/lib/json.ts', content: staticFile('server/lib/json.ts') };
  }
  // SQLite reports the fields themselves.
  if (model.database !== 'file') {
    yield { path: 'server/generated/unique-indexes.ts', content: print(uniqueIndexes(model)) };
  }
  yield { path: 'server/generated/omitted.ts', content: print(omitted(input)) };
};

/**
 * Returns the fields omitted from responses. Plugins control the fields that they add to an entity, such as a password
 * hash. MongoDB stores a many-to-many relation as two lists of ids, which the other kinds do not return.
 */
function omitted(input: RenderInput): Code {
  const { entities, externals, database } = input.model;
  const lists = (fields: readonly string[]) => (database === 'document' ? fields : []);
  const models = [
    ...entities.map((entity) => ({ name: entity.names.pascal, fields: omittedFields(entity, input) })),
    ...externals.map(({ name, backReferences }) => ({ name, fields: lists(backLists(backReferences)) })),
  ];
  const members = models
    .filter(({ fields }) => fields.length > 0)
    .map(({ name, fields }): Code => {
      const delegate = delegateOf({ pascal: name }).replace(/^db\./, '');
      return [`${delegate}: `, braces(fields.map((field) => `${field}: true`))];
    });
  return paragraphs([
    header,
    lines([
      '/** Fields that queries omit by default: lists of ids, and fields that plugins add to entities. */',
      rows('export const omitted = {', members, '} as const;'),
    ]),
  ]);
}

/** Returns the columns of an entity that queries omit. */
export function omittedFields(entity: EntityModel, input: RenderInput): readonly string[] {
  const lists = [...entity.links.map(({ idsField }) => idsField), ...backLists(entity.backReferences)];
  return [...(input.model.database === 'document' ? lists : []), ...addedColumns(entity, input)];
}

function backLists(backReferences: EntityModel['backReferences']): readonly string[] {
  return backReferences.flatMap(({ idsField }) => (idsField === undefined ? [] : [idsField]));
}

function uniqueIndexes({ entities, database }: DataModel): Code {
  const members = entities.flatMap((entity) =>
    uniqueGroups(entity).map((fields) => {
      const name = constraintName([entity.names.pascal, ...fields, 'key'], database);
      return list('[', [quote(name), list('[', fields.map(quote), ']')], ']');
    }),
  );
  const start = 'export const uniqueIndexes: ReadonlyMap<string, readonly string[]> = new Map([';
  return paragraphs([
    header,
    lines([
      '/** The fields of every unique index, by index name. */',
      members.length > 1 ? rows(start, members, ']);') : list(start, members, ']);'),
    ]),
  ]);
}

/** Returns the unique groups with required and optional columns, each with its optional columns. */
export function groupsWithOptional({ fields, references, uniques }: EntityModel) {
  const optional = new Set([
    ...fields.filter(({ required }) => !required).map(({ name }) => name),
    ...references.filter(({ required }) => !required).map(({ idField }) => idField),
  ]);
  return uniques
    .map((group) => ({ group, empty: group.filter((name) => optional.has(name)) }))
    .filter(({ empty }) => empty.length > 0);
}

/** Returns the unique fields, keys of one-to-one relations and unique groups. */
export function uniqueGroups({ fields, references, uniques }: EntityModel): readonly (readonly string[])[] {
  return [
    ...fields.filter(({ unique }) => unique).map(({ name }) => [name]),
    ...references.filter(({ unique }) => unique).map(({ idField }) => [idField]),
    ...uniques,
  ];
}
