import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { braces, type Code, code, lines, list, print, property, quote, rows } from '../code.ts';
import type { EmittedFile, Emitter } from '../emitter.ts';
import { element, returned } from './jsx.ts';
import { resourceImports, type Target, targetsOf } from './names.ts';

/** Most columns of a list beside the one that names the record, and most of them that aren't relations. */
const maxColumns = 5;
const maxScalarColumns = 4;

/** Three pages an entity: the list, a new record, one record. */
export const pages: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  for (const { names } of model.entities) {
    const self = targetOf(names.pascal);
    if (self !== undefined) yield* pagesOf(self, targetOf);
  }
};

type TargetOf = ReturnType<typeof targetsOf>;

function* pagesOf(self: Target, targetOf: TargetOf): Generator<EmittedFile> {
  const { pascal, route } = self.entity.names;
  const folder = `client/pages/${route}`;
  yield { path: `${folder}/index.tsx`, content: print(listPage(self, targetOf)) };
  yield { path: `${folder}/new.tsx`, content: print(formPage(self, { view: 'NewRecord', page: `New${pascal}Page` })) };
  yield { path: `${folder}/[id].tsx`, content: print(formPage(self, { view: 'EditRecord', page: `${pascal}Page` })) };
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

function listPage(self: Target, targetOf: TargetOf): Code {
  const columns = columnsOf(self.entity, targetOf);
  const targets = columns.map(({ target }) => target).filter((target) => target !== undefined);
  const all = columns.map((column) => braces(column.properties));
  return code`
    import { RecordList } from '@/components/records/RecordList';
    ${lines(resourceImports([self, ...targets]))}

    export default function ${self.entity.names.pascalPlural}Page() {
      ${returned(element('RecordList', [`resource={${self.resource}}`, ['columns={', columnList(all), '}']]))}
    }
  `;
}

interface Column {
  readonly properties: readonly Code[];
  readonly target?: Target;
}

/** What names the record, then what is short enough for a table. */
function columnsOf(entity: EntityModel, targetOf: TargetOf): Column[] {
  const display = entity.fields.find(({ name }) => name === entity.displayField);
  const scalars = entity.fields.filter((field) => field !== display && field.type !== 'Text').map(scalarColumn);
  const relations = [...entity.references, ...entity.links].flatMap((relation): Column[] => {
    const target = targetOf(relation.target);
    return target === undefined ? [] : [relationColumn(relation, target)];
  });
  const first = display === undefined ? column({ name: 'id', label: 'ID' }) : scalarColumn(display);
  return [first, ...[...scalars.slice(0, maxScalarColumns), ...relations].slice(0, maxColumns)];
}

const columnTypes: Partial<Record<ScalarField['type'], string>> = {
  Int: 'number',
  Float: 'number',
  Decimal: 'number',
  Boolean: 'boolean',
  DateTime: 'dateTime',
};

function scalarColumn(field: ScalarField): Column {
  const type = columnTypes[field.type];
  return column(field, type === undefined ? [] : [`type: '${type}'`]);
}

function relationColumn(relation: { readonly name: string; readonly label: string }, target: Target): Column {
  return { ...column(relation, [`relation: ${target.resource}`]), target };
}

function column(
  { name, label }: { readonly name: string; readonly label: string },
  more: readonly Code[] = [],
): Column {
  return { properties: [property('field', quote(name)), property('label', quote(label)), ...more] };
}

/** The formatter gives each of several objects a line of its own, whether or not they would fit on one. */
function columnList(columns: readonly Code[]): Code {
  return columns.length === 1 ? list('[', columns, ']') : rows('[', columns, ']');
}
