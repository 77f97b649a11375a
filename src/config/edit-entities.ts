import { applyEdits, modify, parse, type JSONPath } from 'jsonc-parser';

/** Entities as far as editing them needs to know them; a text `readConfig` takes has this shape. */
interface WrittenEntity {
  readonly name: string;
  readonly was?: string;
  readonly relations?: readonly { readonly target: string }[];
}

/** The text with one more entity at the end. Everything else stays as its author wrote it. */
export function withEntity(text: string, entity: object): string {
  const at = entitiesIn(text).length;
  return at === 0 ? setValue(text, ['entities'], [entity]) : setValue(text, ['entities', at], entity);
}

/** The text without an entity; relations of others to it stay, and are problems then. */
export function withoutEntity(text: string, name: string): string {
  const at = entitiesIn(text).findIndex((entity) => entity.name === name);
  return at === -1 ? text : setValue(text, ['entities', at], undefined);
}

/** The text with an entity renamed, relations to it included; `was` says so to the next migration, which keeps the data. */
export function renamedEntity(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const entities = entitiesIn(text);
  const at = entities.findIndex((entity) => entity.name === from);
  if (at === -1) return text;
  // Renamed twice before a migration, it still was what the database has; renamed back, it never was anything else.
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

/** Names of the entities, in the order of the file. */
export function entityNames(text: string): readonly string[] {
  return entitiesIn(text).map(({ name }) => name);
}

function entitiesIn(text: string): readonly WrittenEntity[] {
  const { entities = [] }: { entities?: readonly WrittenEntity[] } = parse(text.replace(/^\uFEFF/u, ''));
  return entities;
}

/** The text with another value at a path, or a new one; everything else stays as its author wrote it. */
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
