import type { DataModel, EntityModel, Reference } from '../../data-layer/model.ts';
import {
  type Code,
  braces,
  call,
  code,
  define,
  entry,
  imports,
  lines,
  list,
  paragraphs,
  print,
  rows,
} from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { authPortModule, hasAuth } from './auth-port.ts';
import { enumValues } from './enums.ts';
import { fakeValue, uniqueValue } from './fake-values.ts';
import { delegateOf } from './nouns.ts';
import { plainData } from './plugin-records.ts';
import { type SeedStep, seedOrder } from './seed-order.ts';

/** `prisma/seed.ts` and one file for each entity: sample records. Only their dates depend on the day of the run. */
export const seed: Emitter = function* (input) {
  const steps = seedOrder(input.model);
  yield { path: 'prisma/seed.ts', content: steps.length === 0 ? emptySeed : print(mainFile(steps)) };
  for (const step of steps) {
    yield { path: `prisma/seed/${step.entity.names.route}.ts`, content: print(entityFile(step, input)) };
  }
};

const emptySeed = `console.log('This project has no entities yet. No records were added.');
`;

function mainFile(steps: readonly SeedStep[]): Code {
  const modules = steps
    .toSorted((one, other) => (one.entity.names.route < other.entity.names.route ? -1 : 1))
    .map(({ entity: { names } }) => imports([`seed${names.pascalPlural}`], `./seed/${names.route}`));
  return paragraphs([
    lines([
      imports(['faker'], '@faker-js/faker'),
      imports(['db'], '../server/lib/db'),
      imports(['daysAgo'], '../test/support/factory'),
      ...modules,
    ]),
    lines([
      '// The same records on every machine. Only their dates depend on the day of the run.',
      'faker.seed(1);',
      'faker.setDefaultRefDate(daysAgo(0));',
    ]),
    code`
      if (${countOf(steps)} > 0) {
        console.log('The database already has records. No records were added.');
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

const earlierLine = 'const earlier = number > 5 ? faker.helpers.arrayElement(records) : undefined;';

/** The number of records: every list has a second page. */
const recordCount = 60;

function entityFile(step: SeedStep, input: RenderInput): Code {
  const { entity, selfReferences } = step;
  const { model } = input;
  const { pascalPlural } = entity.names;
  const distinct = distinctMembers(step);
  const users = userReferences(entity, input);
  const data = [
    ...entity.fields.map((field) =>
      entry(field.name, distinct.has(field.name) ? uniqueValue(field, entity) : fakeValue(field, entity)),
    ),
    ...users.map(({ name }) => `${name}: { connect: { id: user.id } }`),
    ...pluginReferences(entity, input).map(({ name, target }) => ownRecord(name, { target, input })),
    ...relationValues(step, { model, distinct }),
  ];
  const record = rows('{', [rows('data: {', data, '}')], '}');
  const create: Code = ['await ', call(`${delegateOf(entity.names)}.create`, { flat: record, broken: record }), ';'];
  const body =
    selfReferences.length === 0
      ? create
      : lines([
          ...(selfReferences.every(({ unique }) => unique) ? [] : [earlierLine]),
          define('const record =', create),
          'records.push({ id: record.id });',
        ]);
  const loop = code`
    for (let number = 1; number <= ${String(recordCount)}; number += 1) {
      ${body}
    }`;
  const text = code`
    export async function seed${pascalPlural}(): Promise<void> {
      ${lines([...(users.length === 0 ? [] : ['const user = await seedUser();']), ...targetLines(step, model), loop])}
    }`;
  const printed = print(text);
  const helpers = ['day', 'dayOf', 'daysAgo', 'letters'].filter((helper) =>
    new RegExp(`\\b${helper}\\(`, 'u').test(printed),
  );
  const enums = entity.fields.filter((field) => field.type === 'Enum' && printed.includes(enumValues(field)));
  return paragraphs([
    lines([
      ...(printed.includes('faker.') ? [imports(['faker'], '@faker-js/faker')] : []),
      ...(enums.length === 0 ? [] : [imports(enums.map(enumValues).toSorted(), `@shared/${entity.names.kebab}`)]),
      ...(users.length === 0 ? [] : [imports(['seedUser'], `../../${authPortModule}`)]),
      imports(['db'], '../../server/lib/db'),
      ...(helpers.length === 0 ? [] : [imports(helpers, '../../test/support/factory')]),
    ]),
    printed,
  ]);
}

/** Returns the required references to users. All of them refer to one user. */
function userReferences({ references, owner }: EntityModel, input: RenderInput): readonly Reference[] {
  const isUser = hasAuth(input) && input.model.entities.every(({ names }) => names.pascal !== 'User');
  return references.filter(
    ({ name, target, required }) => isUser && target === 'User' && (required || name === owner?.name),
  );
}

/** Returns the required references to other plugin models. */
function pluginReferences(entity: EntityModel, input: RenderInput): readonly Reference[] {
  const entities = new Set(input.model.entities.map(({ names }) => names.pascal));
  const users = userReferences(entity, input);
  return entity.references.filter((one) => one.required && !entities.has(one.target) && !users.includes(one));
}

/** Creates a separate plugin record for each record, if plain values are sufficient. */
function ownRecord(name: string, { target, input }: { readonly target: string; readonly input: RenderInput }): Code {
  const data = plainData(target, input, 'faker.string.uuid()');
  if (data !== undefined) return [`${name}: `, braces([['create: ', braces(data)]])];
  return connect(name, `await ${delegateOf({ pascal: target })}.findFirstOrThrow()`);
}

/** Returns the fields and references with distinct values, so that unique groups have no duplicates. */
function distinctMembers({ entity, references }: SeedStep): ReadonlySet<string> {
  const alone = entity.fields.filter(({ unique }) => unique).map(({ name }) => name);
  const members = new Set(references.filter(({ unique }) => unique).map(({ idField }) => idField));
  for (const group of entity.uniques) {
    if (group.some((name) => alone.includes(name) || members.has(name))) continue;
    const countable = entity.fields.filter(({ type }) => !['Boolean', 'Enum', 'Json'].includes(type));
    const candidates = [...references.map(({ idField }) => idField), ...countable.map(({ name }) => name)];
    const member = candidates.find((name) => group.includes(name));
    if (member !== undefined) members.add(member);
  }
  return members;
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

function relationValues(
  { references, selfReferences, links }: SeedStep,
  { model, distinct }: { readonly model: DataModel; readonly distinct: ReadonlySet<string> },
): Code[] {
  const listOf = (name: string) => {
    const target = model.entities.find(({ names }) => names.pascal === name);
    return target === undefined ? '' : listName(target);
  };
  return [
    ...references.map(({ name, idField, target }) => {
      const isDistinct = distinct.has(idField);
      return connect(
        name,
        isDistinct ? `${listOf(target)}[number - 1]` : list('faker.helpers.arrayElement(', [listOf(target)], ')'),
      );
    }),
    ...selfReferences.map(({ name, unique }) => connect(name, unique ? 'records.at(-1)' : 'earlier')),
    ...links.map(({ name, target }) => connect(name, list('faker.helpers.arrayElements(', [listOf(target), '2'], ')'))),
  ];
}

function connect(name: string, target: Code): Code {
  return [`${name}: `, braces([['connect: ', target]])];
}

function listName({ names }: EntityModel): string {
  return `all${names.pascalPlural}`;
}
