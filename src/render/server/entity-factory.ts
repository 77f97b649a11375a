import type { EntityModel, Reference } from '../../data-layer/model.ts';
import { type Code, braces, code, define, entry, imports, lines, list, paragraphs, print, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { authPortModule, hasAuth } from './auth-port.ts';
import { enumValues } from './enums.ts';
import { writtenPart } from '../offered.ts';
import { aNounOf, delegateOf } from './nouns.ts';
import { createdRecord, missingName, missingRecord } from './plugin-records.ts';
import { isBeyondSamples, sampleHelpers, sampleValue } from './sample-values.ts';

/** `test/factories/<entity>.ts`: minimal valid records for tests. */
export const entityFactories: Emitter = function* (input) {
  for (const entity of input.model.entities) {
    yield { path: `test/factories/${entity.names.kebab}.ts`, content: print(entityFactory(entity, input)) };
  }
};

function entityFactory(entity: EntityModel, input: RenderInput): Code {
  const { pascal } = entity.names;
  const written = writtenPart(entity);
  const members = [
    ...written.fields.map((field): Code => {
      const member = entry(field.name, sampleValue(field));
      return isBeyondSamples(field)
        ? lines([`// Insert a string that matches the pattern of ${field.name}: none could be generated.`, member])
        : member;
    }),
    ...requiredReferences(written).map((reference): Code => [`${reference.idField}: `, targetId(reference, input)]),
  ];
  const body = rows('return {', members, `} satisfies ${pascal}Input;`);
  const counted = entity.fields.length > 0;
  return paragraphs([
    lines(importLines(entity, input)),
    ...(counted ? ['let count = 0;'] : []),
    code`
      /** Returns the body of ${aNounOf(entity.names)}, different at each call. */
      export async function build${pascal}() {
        ${counted ? lines(['count += 1;', body]) : body}
      }`,
    code`
      export async function create${pascal}() {
        ${created(entity, input)}
      }`,
    ...unmade(entity, input).map(missingRecord),
  ]);
}

/** Returns the references that a body must contain. The owner is omitted, because it is the caller. */
function requiredReferences({ references, owner }: EntityModel): readonly Reference[] {
  return references.filter(({ required, idField }) => required && idField !== owner?.idField);
}

/** `await idOf(createCustomer())` */
function targetId({ target, unique }: Reference, input: RenderInput): Code {
  const maker = makerOf(target, { input, unique });
  const made = maker === undefined ? createdRecord(target, input) : `${maker}()`;
  return list('await idOf(', [made ?? `${missingName(target)}()`], ')');
}

/** Returns the function that creates a record; `undefined` for plugin models other than users. */
function makerOf(target: string, { input, unique }: { readonly input: RenderInput; readonly unique: boolean }) {
  if (isEntity(target, input)) return `create${target}`;
  if (isUser(target, input)) return unique ? 'testUser' : 'anyUser';
  return undefined;
}

/** Returns the required plugin models whose records cannot be generated. */
function unmade(entity: EntityModel, input: RenderInput): readonly string[] {
  const targets = new Set(requiredReferences(entity).map(({ target }) => target));
  return [...targets].filter(
    (target) => makerOf(target, { input, unique: false }) === undefined && createdRecord(target, input) === undefined,
  );
}

function isEntity(name: string, { model }: RenderInput): boolean {
  return model.entities.some(({ names }) => names.pascal === name);
}

/** Returns whether a model is the user model. Its plugin creates users for tests. */
function isUser(name: string, input: RenderInput): boolean {
  return name === 'User' && !isEntity(name, input) && hasAuth(input);
}

/** Creates a record. A body differs from a row if it omits the owner or contains numbers as strings. */
function created(entity: EntityModel, input: RenderInput): Code {
  const build = `await build${entity.names.pascal}()`;
  const create = `return ${delegateOf(entity.names)}.create(`;
  const written = writtenPart(entity);
  const members: Code[] = [
    // The plugin that provides the model writes these fields.
    ...entity.fields
      .filter((field) => !written.fields.includes(field))
      .map((field) => entry(field.name, sampleValue(field))),
    ...requiredReferences(entity)
      .filter((reference) => !written.references.includes(reference))
      .map((reference): Code => [`${reference.idField}: `, targetId(reference, input)]),
    ...written.fields
      .filter(({ type }) => type === 'BigInt')
      .map(({ name }): Code => [`${name}: `, list('BigInt(', [`body.${name}`], ')')]),
    ...(entity.owner === undefined
      ? []
      : [[`${entity.owner.idField}: `, targetId({ ...entity.owner, unique: false }, input)]]),
  ];
  if (members.length === 0) return [create, braces([`data: ${build}`]), ');'];
  return lines([
    define('const body =', `${build};`),
    [create, rows('{', [rows('data: {', ['...body', ...members], '}')], '}'), ');'],
  ]);
}

function importLines(entity: EntityModel, input: RenderInput): Code[] {
  const { pascal, kebab } = entity.names;
  const references = [
    ...requiredReferences(entity),
    ...(entity.owner === undefined ? [] : [{ ...entity.owner, unique: false }]),
  ];
  const targets = new Set(references.map(({ target }) => target));
  const helpers = [...sampleHelpers(entity), ...(references.length > 0 ? ['idOf'] : [])].toSorted();
  const makers = new Set(references.map(({ target, unique }) => makerOf(target, { input, unique })));
  const enums = entity.fields.filter(({ type }) => type === 'Enum').map(enumValues);
  return [
    enums.length === 0
      ? `import type { ${pascal}Input } from '@shared/${kebab}';`
      : imports([`type ${pascal}Input`, ...enums.toSorted()], `@shared/${kebab}`),
    ...(makers.has('testUser') ? [imports(['testUser'], `../../${authPortModule}`)] : []),
    imports(['db'], '../../server/lib/db'),
    ...(helpers.length > 0 ? [imports(helpers, '../support/factory')] : []),
    ...(makers.has('anyUser') ? [imports(['anyUser'], '../support/user')] : []),
    ...input.model.entities
      .filter(({ names }) => targets.has(names.pascal) && names.pascal !== pascal)
      .map(({ names }) => imports([`create${names.pascal}`], `./${names.kebab}`)),
  ];
}
