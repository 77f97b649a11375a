import { applyEdits, modify, parse, type JSONPath } from 'jsonc-parser';

/** The parts of an entity that the edit functions need. Every entity that `readConfig` accepts has this shape. */
interface WrittenEntity {
  readonly name: string;
  readonly was?: string;
  readonly fields?: readonly { readonly name: string }[];
  readonly relations?: readonly { readonly name: string; readonly target: string }[];
}

/** Appends an entity to the text. The rest of the text is unchanged. */
export function withEntity(text: string, entity: object): string {
  const at = entitiesIn(text).length;
  return at === 0 ? setValue(text, ['entities'], [entity]) : setValue(text, ['entities', at], entity);
}

/** Removes an entity from the text. Relations to the entity stay and become errors. */
export function withoutEntity(text: string, name: string): string {
  const at = entitiesIn(text).findIndex((entity) => entity.name === name);
  return at === -1 ? text : setValue(text, ['entities', at], undefined);
}

/** Renames an entity and its references in the text. Sets `was`, so that the next migration keeps the data. */
export function renamedEntity(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const entities = entitiesIn(text);
  const at = entities.findIndex((entity) => entity.name === from);
  if (at === -1) return text;
  // After two renames before a migration, the database still has the first name. After renaming back, `was` is removed.
  const was = entities[at]?.was ?? from;
  const renamed = setValue(
    setValue(text, ['entities', at, 'was'], was === to ? undefined : was),
    ['entities', at, 'name'],
    to,
  );
  return entities.reduce(
    (before, { relations = [] }, index) =>
      relations.reduce(
        (result, { target }, relation) =>
          target === from ? setValue(result, ['entities', index, 'relations', relation, 'target'], to) : result,
        before,
      ),
    renamed,
  );
}

/** Sets the access rules of an entity, or of a field such as `Author.email`, which must exist. */
export function withAccess(text: string, place: string, access: unknown): string {
  const [name, member] = place.split('.');
  const entities = entitiesIn(text);
  const at = entities.findIndex((entity) => entity.name === name);
  if (member === undefined) return setValue(text, ['entities', at, 'access'], access);
  const fields = entities[at]?.fields ?? [];
  return setValue(
    text,
    ['entities', at, 'fields', fields.findIndex((field) => field.name === member), 'access'],
    access,
  );
}

/** Returns the names of the entities, in file order. */
export function entityNames(text: string): readonly string[] {
  return entitiesIn(text).map(({ name }) => name);
}

/** Returns the relations of other entities to an entity, such as `Order.customer`, in file order. */
export function relationsTo(text: string, target: string): readonly string[] {
  return entitiesIn(text)
    .filter(({ name }) => name !== target)
    .flatMap(({ name, relations = [] }) =>
      relations.filter((relation) => relation.target === target).map((relation) => `${name}.${relation.name}`),
    );
}

function entitiesIn(text: string): readonly WrittenEntity[] {
  const { entities = [] }: { entities?: readonly WrittenEntity[] } = parse(text.replace(/^\uFEFF/u, ''));
  return entities;
}

/** Sets the value at a path in the text. The rest of the text is unchanged. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const indent = /[\n\r]([\t ]+)"/u.exec(body)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: body.includes('\r\n') ? '\r\n' : '\n',
  };
  return mark + applyEdits(body, modify(body, path, value, { formattingOptions }));
}
