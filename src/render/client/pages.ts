import type { DatabaseKind, TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import { braces, type Code, code, define, imports, lines, list, print, property, quote, typeImports } from '../code.ts';
import type { EmittedFile, Emitter } from '../emitter.ts';
import { enumValues } from '../server/enums.ts';
import { includable } from '../server/relations.ts';
import { columnsName, listsOf, recordPages } from './record-pages.ts';
import { enumsOf, resourceImports, type Target, targetsOf } from './names.ts';

/** The maximum number of visible columns in a list besides the display field. Most are not relations. */
const shownColumns = 5;
const shownScalars = 4;

/** The columns of each entity, and its pages in the admin area and on the site. */
export const pages: Emitter = function* ({ config: { database }, model }) {
  const targetOf = targetsOf(model);
  for (const { names } of model.entities) {
    const self = targetOf(names.pascal);
    if (self === undefined) continue;
    yield columnsFile(self, { related: relatedTo(self.entity, model), database });
    yield* pagesOf(self, model);
  }
};

/** Returns the relations that are read with a record and can be displayed. */
function relatedTo(entity: EntityModel, model: DataModel): readonly Related[] {
  const targetOf = targetsOf(model);
  const { references, links } = includable(entity, model);
  // A record always has the id of a required relation, even if the caller may not read the related record.
  const required = new Set(entity.references.filter((one) => one.required).map(({ name }) => name));
  const all = [
    ...references.map((one) => ({ ...one, key: one.idField, required: required.has(one.name) })),
    ...links.map((link) => ({ ...link, key: link.idsField, required: false, isMany: true })),
  ];
  return all.flatMap((relation) => {
    const target = targetOf(relation.target);
    return target === undefined ? [] : [{ ...relation, target }];
  });
}

interface Related {
  readonly name: string;
  readonly label: string;
  readonly group?: string;
  readonly target: Target;
  /** The API field with the ids. */
  readonly key: string;
  readonly required: boolean;
  readonly isMany?: boolean;
}

function* pagesOf(self: Target, model: DataModel): Generator<EmittedFile> {
  const { route } = self.entity.names;
  const lists = listsOf(self.entity, model);
  yield* recordPages(self, { folder: `client/pages/admin/${route}`, lists, isGuarded: false });
  if (!self.entity.hasPages) return;
  const onSite = lists.filter(({ source }) => source.entity.hasPages);
  yield* recordPages(self, { folder: `client/pages/${route}`, lists: onSite, isGuarded: true });
}

interface ColumnSources {
  readonly related: readonly Related[];
  readonly database: DatabaseKind;
}

function columnsFile(self: Target, sources: ColumnSources): EmittedFile {
  return { path: `client/columns/${self.entity.names.kebab}.ts`, content: print(columnsModule(self, sources)) };
}

function columnsModule(self: Target, sources: ColumnSources): Code {
  const { kebab, pascal } = self.entity.names;
  const columns = columnsOf(self.entity, sources);
  const targets = columns.map(({ target }) => target).filter((target) => target !== undefined);
  const all = [...columns.map((column) => braces(column.properties)), '...timestamps'];
  const enums = enumsOf({ fields: shownFields(self.entity) });
  const columnType = pascal === 'Column' ? 'ListColumn' : 'Column';
  return code`
    ${lines([
      ...(enums.length === 0 ? [] : [imports(enums, `@shared/enums/${kebab}`)]),
      // `import { type Order }` would load the schemas at run time.
      typeImports([pascal], `@shared/${kebab}`),
      typeImports([columnType === 'Column' ? columnType : `Column as ${columnType}`], '@/components/records/Cell'),
      "import { timestamps } from '@/lib/timestamps';",
      ...resourceImports(targets),
    ])}

    /** The columns of the list. The page of a record shows all of them. */
    ${[define(`export const ${columnsName(self.entity)}: readonly ${columnType}<${pascal}>[] =`, list('[', all, ']')), ';']}
  `;
}

interface Column {
  readonly properties: readonly Code[];
  readonly target?: Target;
}

/** Returns the columns: the display field, then the visible columns, then the hidden columns. */
function columnsOf(entity: EntityModel, { related, database }: ColumnSources): Column[] {
  const display = entity.fields.find(({ name }) => name === entity.displayField);
  const others = shownFields(entity).filter((field) => field !== display);
  const [short, long] = [others.filter((field) => !isLong(field)), others.filter(isLong)];
  const scalars = short.map((field) => scalarColumn(field, database));
  const relations = related.map(relationColumn);
  const shown = [...scalars.slice(0, shownScalars), ...relations].slice(0, shownColumns);
  const rest = [...scalars, ...relations, ...long.map((field) => scalarColumn(field, database))];
  return [
    display === undefined ? column({ name: 'id', label: 'ID' }) : scalarColumn(display, database),
    ...shown,
    ...rest.filter((candidate) => !shown.includes(candidate)).map(hidden),
  ];
}

const columnTypes: Partial<Record<ScalarField['type'], string>> = {
  Int: 'number',
  BigInt: 'number',
  Float: 'number',
  Decimal: 'number',
  Boolean: 'boolean',
  Date: 'date',
  DateTime: 'dateTime',
  Json: 'json',
  Text: 'text',
  Enum: 'enum',
};

/** Formats that cells show in a special way. */
const formatTypes: Partial<Record<TextFormat, string>> = { email: 'email', url: 'url', phone: 'phone', color: 'color' };

/** Returns the fields with a column. */
function shownFields({ fields, displayField }: EntityModel): readonly ScalarField[] {
  return fields.filter(({ name, hidden: isHidden }) => name === displayField || isHidden !== true);
}

function scalarColumn(field: ScalarField, database: DatabaseKind): Column {
  const format = textFormatOf(field);
  const type = format === undefined ? columnTypes[field.type] : formatTypes[format];
  const scale = scaleOf(field);
  return column(field, [
    ...(type === undefined ? [] : [`type: '${type}'`]),
    ...(field.enumName === undefined ? [] : [property('values', enumValues({ enumName: field.enumName }))]),
    ...(scale === undefined ? [] : [`scale: ${scale}`]),
    ...(field.currency === undefined ? [] : [property('currency', quote(field.currency))]),
    ...(field.type === 'Decimal' && database === 'document' ? ['unordered: true'] : []),
    ...optional(field),
  ]);
}

function relationColumn({ target, ...relation }: Related): Column {
  const properties = [
    `relation: ${target.resource}`,
    property('key', quote(relation.key)),
    ...(relation.isMany === true ? ['many: true'] : optional(relation)),
  ];
  return { ...column(relation, properties), target };
}

function optional({ required }: Pick<ScalarField, 'required'>): readonly Code[] {
  return required ? [] : ['optional: true'];
}

function column(
  { name, label, group }: { readonly name: string; readonly label: string; readonly group?: string },
  more: readonly Code[] = [],
): Column {
  const heading = group === undefined ? [] : [property('group', quote(group))];
  return { properties: [property('field', quote(name)), property('label', quote(label)), ...heading, ...more] };
}

function hidden(shown: Column): Column {
  return { ...shown, properties: [...shown.properties, 'hidden: true'] };
}

function isLong({ type }: ScalarField): boolean {
  return type === 'Text' || type === 'Json';
}
