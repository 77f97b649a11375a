import { scaleOf } from '../../config/formats.ts';
import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import { type Code, code, lines, list, print, quote } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { includable } from '../server/relations.ts';
import { element, parent, returned } from './jsx.ts';
import { resourceImports, type Target, targetsOf } from './names.ts';
import { columnsName } from './record-pages.ts';

/** The maximum number of short values on the card of a record. */
const mostFacts = 3;

/** `client/generated/latest.tsx`: the latest records of each list on the site, for the home page. */
export const latest: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  const all = model.entities.filter(({ hasPages }) => hasPages).flatMap(({ names }) => targetOf(names.pascal) ?? []);
  const sections = all.map((target) => section(target, model));
  yield { path: 'client/generated/latest.tsx', content: print(component(all, sections)) };
};

function component(all: readonly Target[], sections: readonly Code[]): Code {
  const [first] = sections;
  const columns = all.map(({ entity }) => [entity.names.kebab, columnsName(entity)] as const);
  const content = sections.length > 1 ? parent('', { attributes: [], children: sections }) : (first ?? 'null');
  return code`
    ${lines([
      header,
      ...columns
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([kebab, name]) => `import { ${name} } from '@/columns/${kebab}';`),
      ...(all.length === 0 ? [] : ["import { LatestRecords } from '@/components/records/LatestRecords';"]),
      ...resourceImports(all),
    ])}

    /** Renders the latest records of each list on the site. */
    export default function Latest() {
      ${first === undefined ? 'return null;' : returned(content)}
    }
  `;
}

function section({ entity, resource }: Target, model: DataModel): Code {
  const text = entity.fields.find(({ type, hidden }) => type === 'Text' && hidden !== true);
  return element('LatestRecords', [
    `resource={${resource}}`,
    `columns={${columnsName(entity)}}`,
    ...(text === undefined ? [] : [`text="${text.name}"`]),
    ['facts={', list('[', factsOf(entity, model).map(quote), ']'), '}'],
  ]);
}

/** Returns the fields and relations whose values are short and mean something without the other fields. */
function factsOf(entity: EntityModel, model: DataModel): readonly string[] {
  const shown = entity.fields.filter(({ name, hidden }) => hidden !== true && name !== entity.displayField);
  const ranked = shown.filter((field) => rankOf(field) > 0).toSorted((one, other) => rankOf(other) - rankOf(one));
  const references = includable(entity, model).references.filter(({ target }) =>
    model.entities.some(({ names }) => names.pascal === target),
  );
  return [...ranked, ...references].map(({ name }) => name).slice(0, mostFacts);
}

/** Returns how much a value says about a record; 0 for values that need more space or the other fields. */
function rankOf(field: ScalarField): number {
  const { type } = field;
  if (field.currency !== undefined) return 5;
  if (type === 'Enum') return 4;
  if (type === 'Date' || type === 'DateTime') return 3;
  return type === 'Int' || type === 'Float' || scaleOf(field) !== undefined ? 1 : 0;
}
