import type { DatabaseKind } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import {
  type Code,
  braces,
  call,
  conditionalGroup,
  define,
  group,
  hardline,
  indent,
  join,
  line,
  list,
  rows,
} from '../code.ts';
import { emptiedJson, jsonExpression, jsonFields } from './json-fields.ts';
import { delegateOf } from './nouns.ts';

interface Body {
  readonly schema: 'Input' | 'Patch';
  readonly database: DatabaseKind;
}

/** Prints the statement that reads the body into `data`. Members that need conversion are separate. */
export function readBody(entity: EntityModel, { schema, database }: Body): Code {
  const read = list('readBody(', [`${entity.names.camel}${schema}`, 'req'], ')');
  const isChecked = checksRelated(entity, database);
  const body: Code = isChecked ? [list('await mustExist(', ['related', read], ')'), ';'] : [read, ';'];
  const emptied = new Set(emptiedJson(entity, database));
  const defaulted = jsonFields(entity).filter((field) => schema === 'Input' && field.default !== undefined);
  const json = jsonFields(entity).flatMap((field): Code[] => {
    if (defaulted.includes(field)) return [[`${field.name} = `, jsonExpression(field.default ?? null)]];
    return emptied.has(field) ? [field.name] : [];
  });
  const names = [...json, ...entity.links.map(({ idsField }) => idsField)];
  if (names.length === 0) return ['const data = ', body];
  if (defaulted.length > 0 && names.length > 1) {
    const items = [...names, '...data'];
    const flat = ['const { ', join(', ', items), ' } = ', body];
    return conditionalGroup([flat, ['const ', objectPattern(items), ' = ', body]]);
  }
  return define(
    ['const ', group(['{', indent([line, join([',', line], [...names, '...data'])]), line, '}']), ' ='],
    body,
  );
}

function objectPattern(items: readonly Code[]): Code {
  return ['{', indent([hardline, join([',', hardline], [...items])]), hardline, '}'];
}

/** `const record = await db.order.findMany({ … });` */
export function queried(variable: string, method: string, options: Options): Code {
  return define(`const ${variable} =`, ['await ', call(method, options), ';']);
}

/** Options printed on one line, or with one item per line. */
export interface Options {
  readonly flat: Code;
  readonly broken: Code;
}

function either(items: readonly Code[]): Options {
  return { flat: braces(items), broken: rows('{', items, '}') };
}

/** Prints one item per line, even if they fit on one line. */
function always(items: readonly Code[]): Options {
  const broken = rows('{', items, '}');
  return { flat: broken, broken };
}

export function listOptions({ owner, access }: EntityModel, relations: readonly string[]): Options {
  const own = access.read === 'owner' && owner !== undefined ? [reach(owner)] : [];
  const where: Code = own.length === 0 ? 'where' : ['where: ', braces(['...where', ...own])];
  const items = [where, 'orderBy', 'take', ...(relations.length === 0 ? [] : ['include'])];
  return own.length === 0 ? either(items) : always(items);
}

export function readOptions({ owner, access }: EntityModel, relations: readonly string[]): Options {
  const where = whereId(access.read === 'owner' ? owner : undefined);
  return relations.length === 0 ? either([where]) : always([where, 'include: readInclude(req)']);
}

export function createOptions(entity: EntityModel, database: DatabaseKind): Options {
  const data = dataOptions(entity, { verb: 'connect', database });
  return data.length === 0 ? either(['data']) : always([rows('data: {', ['...data', ...data], '}')]);
}

export function updateOptions(entity: EntityModel, database: DatabaseKind): Options {
  const data = dataOptions(entity, { verb: 'set', database });
  const where = whereId(entity.access.write === 'owner' ? entity.owner : undefined);
  return always([where, data.length === 0 ? 'data' : rows('data: {', ['...data', ...data], '}')]);
}

/** `await db.order.delete({ … });` */
export function deleted(entity: EntityModel): Code {
  const where = whereId(entity.access.write === 'owner' ? entity.owner : undefined);
  return ['await ', call(`${delegateOf(entity.names)}.delete`, either([where])), ';'];
}

/** Returns the options for written fields besides the plain ones. `set` replaces the linked records. */
function dataOptions(
  entity: EntityModel,
  { verb, database }: { readonly verb: 'connect' | 'set'; readonly database: DatabaseKind },
): readonly Code[] {
  const isNew = verb === 'connect';
  const emptied = new Set(emptiedJson(entity, database));
  return [
    ...jsonFields(entity).flatMap((field): Code[] => {
      if (emptied.has(field)) return [[`${field.name}: `, list('orDbNull(', [field.name], ')')]];
      return isNew && field.default !== undefined ? [field.name] : [];
    }),
    ...(entity.owner === undefined ? [] : [ownerOption(entity.owner.idField, isNew)]),
    ...entity.links.map(({ name, idsField }): Code => [`${name}: `, braces([`${verb}: byId(${idsField})`])]),
  ];
}

function ownerOption(idField: string, isNew: boolean): string {
  return `${idField}: caller.${isNew ? 'ownerOfNew' : 'ownerOfChanged'}(data.${idField})`;
}

function whereId(owner: EntityModel['owner']): Code {
  return ['where: ', braces(['id: req.params.id', ...(owner === undefined ? [] : [reach(owner)])])];
}

/** Returns whether the router checks related records. MongoDB has no foreign keys. */
export function checksRelated({ references, links }: EntityModel, database: DatabaseKind): boolean {
  return database === 'document' && references.length + links.length > 0;
}

function reach({ idField }: NonNullable<EntityModel['owner']>): string {
  return `${idField}: caller.reach`;
}
