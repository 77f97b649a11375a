import { isOpen } from '../../config/access.ts';
import { apiOperations } from '../../config/config.ts';
import { iconNamed, iconPath } from '../../config/icons.ts';
import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import {
  braces,
  type Code,
  call,
  define,
  imports,
  lines,
  list,
  paragraphs,
  print,
  property,
  quote,
  rows,
} from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { offers, readOnlyColumns, refusedBy } from '../offered.ts';
import { ruleCode } from '../server/access.ts';
import { includable } from '../server/relations.ts';
import { inputLoader, pathOf, resourceImports, resourceNames, type Target, targetsOf } from './names.ts';

/** `client/resources/<entity>.ts`: the paths and display names of each entity, and a list of all resources. */
export const resources: Emitter = function* ({ model, config }) {
  const names = resourceNames(model);
  const targetOf = targetsOf(model);
  for (const entity of model.entities) {
    const { kebab, pascal } = entity.names;
    yield {
      path: `client/resources/${kebab}.ts`,
      content: print(resource(entity, { name: names.get(pascal) ?? '', model, config })),
    };
  }
  const all = model.entities.map(({ names: { pascal } }) => targetOf(pascal)).filter((target) => target !== undefined);
  yield { path: 'client/generated/resources.ts', content: print(allResources(all)) };
  yield { path: 'client/generated/navigation.ts', content: print(navigation(model)) };
};

interface Surroundings extends Pick<RenderInput, 'model' | 'config'> {
  /** Name of the resource in the code. */
  readonly name: string;
}

function resource(entity: EntityModel, { name, model, config: { open = [] } }: Surroundings): Code {
  const { kebab, pascal } = entity.names;
  const { label, labelPlural, description } = entity;
  const icon = iconNamed(entity.icon ?? '');
  const include = includable(entity, model).names.map(quote);
  const dates = entity.fields
    .filter(({ type, hidden }) => (type === 'Date' || type === 'DateTime') && hidden !== true)
    .map(dateField);
  const isTitled = entity.fields.some(({ name: field, required }) => field === entity.displayField && required);
  const text = isTitled ? undefined : entity.fields.find(({ type, hidden }) => type === 'Text' && hidden !== true);
  const options = [
    property('path', quote(pathOf(entity))),
    property('singular', quote(label)),
    property('plural', quote(labelPlural)),
    ...(description === undefined ? [] : [property('description', quote(description))]),
    ...(icon === undefined ? [] : [['icon: ', list('createIcon(', [quote(iconPath(icon))], ')')]]),
    property('display', quote(entity.displayField)),
    ...(text === undefined ? [] : [property('excerpt', quote(text.name))]),
    ...(entity.searchFields.length > 0 ? [] : ['canSearch: false']),
    ...(dates.length === 0 ? [] : [['dates: ', dates.length === 1 ? list('[', dates, ']') : rows('[', dates, ']')]]),
    ...(include.length === 0 ? [] : [['include: ', list('[', include, ']')]]),
    ...(entity.hasPages ? ['pages: true'] : []),
    ...guardOptions(entity),
    ...accessOptions(entity),
    ...(open.some((other) => other.name === pascal) ? ['isOpen: true'] : []),
    // A resource belongs to the first load, and a schema to the pages that use it.
    ...(offers(entity, 'create') ? [inputLoader('input', entity.names)] : []),
    dependentsOf(entity, model),
  ];
  const object = rows('{', options, '}');
  return paragraphs([
    lines([
      `import type { ${pascal} } from '@shared/${kebab}';`,
      ...(icon === undefined ? [] : [imports(['createIcon'], '@/lib/icon')]),
      imports(['defineResource'], '@/lib/resource'),
    ]),
    [define(`export const ${name} =`, call(`defineResource<${pascal}>`, { flat: object, broken: object })), ';'],
  ]);
}

/** Prints the relations through which a deletion changes other records. */
function dependentsOf({ names: { pascal } }: EntityModel, { entities }: DataModel): Code {
  const dependents = entities.flatMap((source) => {
    const path = property('path', quote(pathOf(source)));
    const references = source.references.filter(({ target, onDelete }) => target === pascal && onDelete !== 'restrict');
    const links = source.links.filter(({ target }) => target === pascal);
    const filters = [...references.map(({ idField }) => idField), ...links.map(({ name }) => `${name}[some]`)];
    return filters.map((filter) => braces([path, property('filter', quote(filter))]));
  });
  return ['dependents: ', dependents.length > 1 ? rows('[', dependents, ']') : list('[', dependents, ']')];
}

/** Prints the rules of the plugin that provides the model, and the columns that only the server sets. */
function guardOptions(entity: EntityModel): Code[] {
  const page = entity.guard?.page;
  const refused = refusedBy(entity);
  const readOnly = readOnlyColumns(entity);
  return [
    ...(page === undefined ? [] : [property('managedAt', quote(page))]),
    ...(refused.length === 0 ? [] : [['refuse: ', list('[', refused.map(quote), ']')]]),
    ...(readOnly.length === 0 ? [] : [['readOnly: ', list('[', readOnly.map(quote), ']')]]),
  ];
}

/** Prints the access rules, unless everyone may do everything. */
function accessOptions(entity: EntityModel): Code[] {
  return [...entityRules(entity), ...fieldRules(entity)];
}

function fieldRules({ fields }: EntityModel): Code[] {
  const rules = fields.flatMap(({ name, access }): Code[] => {
    if (access === undefined) return [];
    const sides = [property('read', ruleCode(access.read)), property('write', ruleCode(access.write))];
    return [[`${name}: `, braces(sides)]];
  });
  return rules.length === 0 ? [] : [['fields: ', rows('{', rules, '}')]];
}

function entityRules({ access, owner }: EntityModel): Code[] {
  if (isOpen(access)) return [];
  const properties = apiOperations.map((operation) => property(operation, ruleCode(access[operation])));
  return [['access: ', braces(properties)], ...(owner === undefined ? [] : [property('owner', quote(owner.idField))])];
}

function dateField({ name, label, type }: ScalarField): Code {
  const isDay = type === 'Date' ? ['isDay: true'] : [];
  return braces([property('field', quote(name)), property('label', quote(label)), ...isDay]);
}

function allResources(all: readonly Target[]): Code {
  return paragraphs([
    lines([header, "import type { Resource } from '@/lib/resource';", ...resourceImports(all)]),
    lines([
      '/** Every kind of record, in the order of `genlock.json`. */',
      [
        'export const resources: readonly Resource[] = ',
        list(
          '[',
          all.map(({ resource: name }) => name),
          ']',
        ),
        ';',
      ],
    ]),
  ]);
}

/** The links of the site to the lists of records. */
function navigation({ entities }: DataModel): Code {
  const links = entities
    .filter(({ hasPages }) => hasPages)
    .map((entity) =>
      braces([
        property('to', quote(pathOf(entity))),
        property('label', quote(entity.labelPlural)),
        property('read', ruleCode(entity.access.read)),
      ]),
    );
  return paragraphs([
    lines([header, "import type { SiteLink } from '@/lib/menu';"]),
    lines([
      '/** The lists of records on the site, in the order of `genlock.json`. */',
      [
        'export const navigation: readonly SiteLink[] = ',
        links.length < 2 ? list('[', links, ']') : rows('[', links, ']'),
        ';',
      ],
    ]),
  ]);
}
