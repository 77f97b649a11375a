import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { type Code, braces, call, code, define, imports, lines, list, paragraphs, print, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { fakeValue } from './fake-values.ts';
import { delegateOf } from './nouns.ts';
import { type SeedStep, seedOrder } from './seed-order.ts';

/** `prisma/seed.ts` and a file an entity: records to look at, the same on every machine. */
export const seed: Emitter = function* ({ model }) {
  const steps = seedOrder(model);
  yield { path: 'prisma/seed.ts', content: steps.length === 0 ? emptySeed : print(mainFile(steps)) };
  for (const step of steps) {
    yield { path: `prisma/seed/${step.entity.names.route}.ts`, content: print(entityFile(step, model)) };
  }
};

const emptySeed = `console.log('There are no entities yet: nothing to add.');
`;

function mainFile(steps: readonly SeedStep[]): Code {
  const modules = steps
    .toSorted((one, other) => (one.entity.names.route < other.entity.names.route ? -1 : 1))
    .map(({ entity: { names } }) => imports([`seed${names.pascalPlural}`], `./seed/${names.route}`));
  return paragraphs([
    lines([imports(['faker'], '@faker-js/faker'), imports(['db'], '../server/lib/db'), ...modules]),
    lines([
      '// The same records on every run and every machine.',
      'faker.seed(1);',
      "faker.setDefaultRefDate('2026-01-01T00:00:00Z');",
    ]),
    code`
      if (${countOf(steps)} > 0) {
        console.log('There are records already: nothing was added.');
      } else {
        ${lines(steps.map(({ entity }) => `await seed${entity.names.pascalPlural}();`))}
        console.log('Records were added.');
      }
      await db.$disconnect();`,
  ]);
}

function countOf([first]: readonly SeedStep[]): string {
  return first === undefined ? '0' : `(await ${delegateOf(first.entity.names)}.count())`;
}

/** Enough for a second page in every list. */
const recordCount = 60;

function entityFile(step: SeedStep, model: DataModel): Code {
  const { entity, selfReferences } = step;
  const { pascalPlural } = entity.names;
  const data = [
    ...entity.fields.map((field): Code => [`${field.name}: `, fakeValue(field, entity)]),
    ...relationValues(step, model),
  ];
  const record = rows('{', [rows('data: {', data, '}')], '}');
  const create: Code = ['await ', call(`${delegateOf(entity.names)}.create`, { flat: record, broken: record }), ';'];
  const body =
    selfReferences.length === 0
      ? create
      : lines([
          'const earlier = number > 5 ? faker.helpers.arrayElement(records) : undefined;',
          define('const record =', create),
          'records.push({ id: record.id });',
        ]);
  const loop = code`
    for (let number = 1; number <= ${String(recordCount)}; number += 1) {
      ${body}
    }`;
  const text = code`
    export async function seed${pascalPlural}(): Promise<void> {
      ${lines([...targetLines(step, model), loop])}
    }`;
  const usesFaker = print(text).includes('faker.');
  return paragraphs([
    lines([...(usesFaker ? [imports(['faker'], '@faker-js/faker')] : []), imports(['db'], '../../server/lib/db')]),
    text,
  ]);
}

function targetLines({ references, links, selfReferences }: SeedStep, model: DataModel): Code[] {
  const names = new Set([...references, ...links].map(({ target }) => target));
  const targets = model.entities.filter(({ names: { pascal } }) => names.has(pascal));
  const ids: Code[] = [['select: ', braces(['id: true'])]];
  return [
    ...targets.map((target) =>
      define(`const ${listName(target)} =`, [
        'await ',
        call(`${delegateOf(target.names)}.findMany`, { flat: braces(ids), broken: rows('{', ids, '}') }),
        ';',
      ]),
    ),
    ...(selfReferences.length === 0 ? [] : ['const records: { id: string }[] = [];']),
  ];
}

function relationValues({ references, selfReferences, links }: SeedStep, model: DataModel): Code[] {
  const listOf = (name: string) => {
    const target = model.entities.find(({ names }) => names.pascal === name);
    return target === undefined ? '' : listName(target);
  };
  return [
    ...references.map(({ name, target }) => connect(name, list('faker.helpers.arrayElement(', [listOf(target)], ')'))),
    ...selfReferences.map(({ name }) => connect(name, 'earlier')),
    ...links.map(({ name, target }) => connect(name, list('faker.helpers.arrayElements(', [listOf(target), '2'], ')'))),
  ];
}

function connect(name: string, target: Code): Code {
  return [`${name}: `, braces([['connect: ', target]])];
}

function listName({ names }: EntityModel): string {
  return `all${names.pascalPlural}`;
}
