import type { TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import { GenlockError } from '../../errors/error.ts';
import { braces, type Code, code, imports, lines, list, print, property, quote, rows } from '../code.ts';
import type { EmittedFile, Emitter } from '../emitter.ts';
import { enumValues } from '../server/enums.ts';
import { includable } from '../server/relations.ts';
import { element, returned } from './jsx.ts';
import { enumsOf, resourceImports, type Target, targetsOf } from './names.ts';

/** The maximum number of visible columns in a list besides the display field. Most are not relations. */
const shownColumns = 5;
const shownScalars = 4;

/** Three pages for each entity: the list, a new record and a single record. */
export const pages: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  for (const { names } of model.entities) {
    const self = targetOf(names.pascal);
    if (self !== undefined) yield* pagesOf(self, relatedTo(self.entity, model));
  }
};

/** Returns the relations that are read with a record and can be displayed. */
function relatedTo(entity: EntityModel, model: DataModel): readonly Related[] {
  const targetOf = targetsOf(model);
  const { references, links } = includable(entity, model);
  return [...references, ...links].flatMap((relation) => {
    const target = targetOf(relation.target);
    return target === undefined ? [] : [{ ...relation, target }];
  });
}

interface Related {
  readonly name: string;
  readonly label: string;
  readonly target: Target;
}

function* pagesOf(self: Target, related: readonly Related[]): Generator<EmittedFile> {
  const { pascal, route } = self.entity.names;
  refuseReserved(route, pascal);
  const folder = `client/pages/admin/${route}`;
  yield { path: `${folder}/index.tsx`, content: print(listPage(self, related)) };
  yield { path: `${folder}/new.tsx`, content: print(formPage(self, { view: 'NewRecord', page: `New${pascal}Page` })) };
  yield { path: `${folder}/[id].tsx`, content: print(formPage(self, { view: 'EditRecord', page: `${pascal}Page` })) };
}

/** @throws GenlockError `RENDER_PATH_CLASH` where the pages would be those of the admin area itself */
function refuseReserved(route: string, name: string): void {
  if (route !== 'settings') return;
  const message = `the pages of ${name} would be at /admin/settings, where the plugins' settings are; give the entity another \`route\``;
  throw new GenlockError({ code: 'RENDER_PATH_CLASH', message });
}

function formPage({ entity, resource }: Target, { view, page }: { view: string; page: string }): Code {
  const { kebab, pascal } = entity.names;
  return code`
    import { ${view} } from '@/components/records/${view}';
    import { ${pascal}Form } from '@/forms/${pascal}Form';
    import { ${resource} } from '@/resources/${kebab}';

    export default function ${page}() {
      ${returned(element(view, [`resource={${resource}}`, `form={${pascal}Form}`]))}
    }
  `;
}

function listPage(self: Target, related: readonly Related[]): Code {
  const columns = columnsOf(self.entity, related);
  const targets = columns.map(({ target }) => target).filter((target) => target !== undefined);
  const all = columns.map((column) => braces(column.properties));
  const enums = enumsOf(self.entity);
  return code`
    ${lines([
      ...(enums.length === 0 ? [] : [imports(enums, `@shared/${self.entity.names.kebab}`)]),
      "import { RecordList } from '@/components/records/RecordList';",
      ...resourceImports([self, ...targets]),
    ])}

    export default function ${self.entity.names.pascalPlural}Page() {
      ${returned(element('RecordList', [`resource={${self.resource}}`, ['columns={', columnList(all), '}']]))}
    }
  `;
}

interface Column {
  readonly properties: readonly Code[];
  readonly target?: Target;
}

/** Returns the columns: the display field, then the visible columns, then the hidden columns. */
function columnsOf(entity: EntityModel, related: readonly Related[]): Column[] {
  const display = entity.fields.find(({ name }) => name === entity.displayField);
  const others = entity.fields.filter((field) => field !== display && field.hidden !== true);
  const [short, long] = [others.filter((field) => !isLong(field)), others.filter(isLong)];
  const scalars = short.map((field) => scalarColumn(field));
  const relations = related.map(relationColumn);
  const shown = [...scalars.slice(0, shownScalars), ...relations].slice(0, shownColumns);
  const rest = [...scalars, ...relations, ...long.map((field) => scalarColumn(field)), ...stamps];
  return [
    column(display ?? { name: 'id', label: 'ID' }),
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
  Enum: 'enum',
};

/** Formats that cells show in a special way. */
const formatTypes: Partial<Record<TextFormat, string>> = { email: 'email', url: 'url', phone: 'phone', color: 'color' };

function scalarColumn(field: ScalarField): Column {
  const format = textFormatOf(field);
  const type = format === undefined ? columnTypes[field.type] : formatTypes[format];
  const scale = scaleOf(field);
  return column(field, [
    ...(type === undefined ? [] : [`type: '${type}'`]),
    ...(field.enumName === undefined ? [] : [property('values', enumValues({ enumName: field.enumName }))]),
    ...(scale === undefined ? [] : [`scale: ${scale}`]),
    ...(field.currency === undefined ? [] : [property('currency', quote(field.currency))]),
  ]);
}

function relationColumn({ target, ...relation }: Related): Column {
  return { ...column(relation, [`relation: ${target.resource}`]), target };
}

function column(
  { name, label }: { readonly name: string; readonly label: string },
  more: readonly Code[] = [],
): Column {
  return { properties: [property('field', quote(name)), property('label', quote(label)), ...more] };
}

/** Columns of every entity. */
const stamps = [
  column({ name: 'createdAt', label: 'Created at' }, ["type: 'dateTime'"]),
  column({ name: 'updatedAt', label: 'Updated at' }, ["type: 'dateTime'"]),
];

function hidden(shown: Column): Column {
  return { ...shown, properties: [...shown.properties, 'hidden: true'] };
}

function isLong({ type }: ScalarField): boolean {
  return type === 'Text' || type === 'Json';
}

/** Prints several objects on separate lines, as the formatter always does. */
function columnList(columns: readonly Code[]): Code {
  return columns.length === 1 ? list('[', columns, ']') : rows('[', columns, ']');
}
