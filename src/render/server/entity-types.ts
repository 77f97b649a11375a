import type { EntityModel } from '../../data-layer/model.ts';
import {
  type Code,
  group,
  indent,
  line,
  lines,
  list,
  paragraphs,
  print,
  quote,
  rows,
  softline,
  typeImports,
  byName,
} from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { delegateOf } from './nouns.ts';
import { omittedFields } from './server-library.ts';

/** `server/generated/entity-types.ts`: the types of each entity in hooks, and the files of the hooks. */
export const entityTypes: Emitter = function* (input) {
  const { entities } = input.model;
  yield {
    path: 'server/generated/entity-types.ts',
    content: print(
      paragraphs([
        lines([header, ...importLines(input)]),
        lines([
          '/** The types of each entity in hooks. */',
          ...(entities.length === 0
            ? ['export type EntityTypes = Record<never, never>;']
            : ['export interface EntityTypes {', ...entities.map((entity) => typesOf(entity, input)), '}']),
        ]),
        lines(['/** The file of each entity’s hooks in `server/hooks`. */', hookFiles(entities)]),
      ]),
    ),
  };
};

function importLines(input: RenderInput): Code[] {
  const { entities } = input.model;
  if (entities.length === 0) return [];
  const schemas = entities
    .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
    .map(({ names }) => typeImports([`${names.camel}Input`, `${names.camel}Patch`], `@shared/${names.kebab}`));
  const models = [...entities.map(({ names }) => names.pascal), 'Prisma'].toSorted(byName);
  const isOmitting = entities.some((entity) => omittedFields(entity, input).length > 0);
  return [
    ...schemas,
    typeImports(['z'], 'zod'),
    ...(isOmitting ? [typeImports(['omitted'], './omitted')] : []),
    typeImports(models, './prisma/client'),
  ];
}

function typesOf(entity: EntityModel, input: RenderInput): Code {
  const { pascal, camel } = entity.names;
  const members: Code[] = [
    ['record: ', recordType(entity, input)],
    `input: z.output<typeof ${camel}Input>`,
    `patch: z.output<typeof ${camel}Patch>`,
    `where: Prisma.${pascal}WhereInput`,
  ];
  return ['  ', lines([`${pascal}: {`, ...members.map((member): Code => ['    ', member, ';']), '  };'])];
}

/** Returns the type of a stored record, without the columns that queries omit. */
function recordType(entity: EntityModel, input: RenderInput): Code {
  const { pascal } = entity.names;
  if (omittedFields(entity, input).length === 0) return pascal;
  const key = delegateOf(entity.names).replace(/^db\./, '');
  const omitted = `keyof (typeof omitted)[${quote(key)}]`;
  return group(['Omit<', indent([softline, pascal, ',', line, omitted]), softline, '>']);
}

function hookFiles(entities: readonly EntityModel[]): Code {
  const start = 'export const hookFiles: ReadonlyMap<string, string> = new Map([';
  const members = entities.map(({ names }) => list('[', [quote(names.pascal), quote(`${names.kebab}.ts`)], ']'));
  return members.length > 1 ? rows(start, members, ']);') : list(start, members, ']);');
}
