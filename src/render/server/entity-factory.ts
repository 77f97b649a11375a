import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import { type Code, braces, code, imports, lines, list, paragraphs, print, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { aNounOf, delegateOf } from './nouns.ts';

/** `test/factories/<entity>.ts`: the plainest valid records, for tests. */
export const entityFactories: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    yield { path: `test/factories/${entity.names.kebab}.ts`, content: print(entityFactory(entity, model)) };
  }
};

function entityFactory(entity: EntityModel, model: DataModel): Code {
  const { pascal } = entity.names;
  const members = [
    ...entity.fields.map((field) => `${field.name}: ${sample(field)}`),
    ...requiredReferences(entity).map(({ idField, target }) =>
      list(`${idField}: await idOf(`, [`create${target}()`], ')'),
    ),
  ];
  const body = rows('return {', members, `} satisfies ${pascal}Input;`);
  const counted = entity.fields.length > 0;
  return paragraphs([
    lines(importLines(entity, model)),
    ...(counted ? ['let count = 0;'] : []),
    code`
      /** The body of ${aNounOf(entity.names)}, another one at every call. */
      export async function build${pascal}() {
        ${counted ? lines(['count += 1;', body]) : body}
      }`,
    code`
      export async function create${pascal}() {
        return ${delegateOf(entity.names)}.create(${braces([`data: await build${pascal}()`])});
      }`,
  ]);
}

function requiredReferences(entity: EntityModel) {
  return entity.references.filter(({ required }) => required);
}

function importLines(entity: EntityModel, model: DataModel): Code[] {
  const { pascal, kebab } = entity.names;
  const targets = new Set(requiredReferences(entity).map(({ target }) => target));
  const helpers = [
    ...(entity.fields.some(({ type }) => type === 'DateTime') ? ['day'] : []),
    ...(targets.size > 0 ? ['idOf'] : []),
  ];
  return [
    `import type { ${pascal}Input } from '@shared/${kebab}';`,
    imports(['db'], '../../server/lib/db'),
    ...(helpers.length > 0 ? [imports(helpers, '../support/factory')] : []),
    ...model.entities
      .filter(({ names }) => targets.has(names.pascal) && names.pascal !== pascal)
      .map(({ names }) => imports([`create${names.pascal}`], `./${names.kebab}`)),
  ];
}

/** An expression for a valid value; `count` makes it another one at every call. */
function sample({ type, label }: ScalarField): string {
  return type === 'String' || type === 'Text' ? `\`${label} \${count}\`` : samples[type];
}

const samples: Readonly<Record<Exclude<ScalarField['type'], 'String' | 'Text'>, string>> = {
  Int: 'count',
  Float: 'count + 0.5',
  Decimal: '`${count}.5`',
  Boolean: 'count % 2 === 0',
  DateTime: 'day(count)',
  BigInt: '`${count}`',
  Json: '{ count }',
  Enum: '""',
};
