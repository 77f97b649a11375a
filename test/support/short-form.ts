/** Prints entities in the short form, so that tests can read them back. */
import {
  fieldTypes,
  apiOperations,
  type Entity,
  type Field,
  type FieldDefault,
  type Relation,
} from '../../src/config/config.ts';
import { fieldTypeMeant } from '../../src/config/aliases.ts';

/** The arguments of `genlock entity add`, or with `line: true` the tokens of one line. */
export function shortFormOf(entity: Entity): readonly string[] {
  return [headOf(entity), ...entity.fields.map(fieldText), ...entity.relations.map(relationText)];
}

function headOf({ name, route, unique = [], access, owner, was, ...entity }: Entity): string {
  return [
    name,
    ...text('route', route),
    ...unique.map((group) => `unique=${group.join(',')}`),
    ...(access === undefined
      ? []
      : apiOperations.map((operation) => `${operation}=${[access[operation]].flat().join(',')}`)),
    ...text('owner', owner),
    ...quoted('label', entity.label),
    ...quoted('labelPlural', entity.labelPlural),
    ...quoted('description', entity.description),
    ...text('icon', entity.icon),
    ...text('title', entity.title),
    ...text('search', entity.search?.join(',')),
    ...(entity.pages === true ? ['pages'] : []),
    ...text('was', was),
  ].join(':');
}

function fieldText(field: Field): string {
  const { name, type, required, unique, index, values = [], min, max, pattern, was } = field;
  const isChoice = type === 'Enum' && values.length > 1;
  return [
    name,
    `${isChoice ? values.join('|') : type}${required ? '!' : ''}`,
    ...(unique ? ['unique'] : []),
    ...(index === true ? ['index'] : []),
    ...(type === 'Enum' && !isChoice ? [`values=${values.join(',')}`] : []),
    ...('default' in field ? [`default=${defaultText(field.default)}`] : []),
    ...(min === undefined ? [] : [`min=${boundText(min)}`]),
    ...(max === undefined ? [] : [`max=${boundText(max)}`]),
    ...(pattern === undefined ? [] : [`pattern=${patternText(pattern)}`]),
    ...text('format', field.format),
    ...text('currency', field.currency),
    ...text('scale', field.scale?.toString()),
    ...quoted('label', field.label),
    ...quoted('description', field.description),
    ...quoted('group', field.group),
    ...(field.hidden === true ? ['hidden'] : []),
    ...text('was', was),
  ].join(':');
}

function relationText({
  name,
  type,
  target,
  required,
  onDelete,
  tree,
  label,
  description,
  group,
  was,
}: Relation): string {
  // A target that is also the name of a field type needs its kind.
  const isType = fieldTypeMeant(target) !== undefined || fieldTypes.some((known) => known === target);
  const short = { 'many-to-one': [], 'one-to-one': ['unique'], 'many-to-many': [], 'one-to-many': [type] }[type];
  const isList = type === 'many-to-many' && !isType;
  return [
    name,
    `${target}${isList ? '[]' : ''}${required ? '!' : ''}`,
    ...(isType ? [type] : short),
    ...text('onDelete', onDelete),
    ...(tree ? ['tree'] : []),
    ...quoted('label', label),
    ...quoted('description', description),
    ...quoted('group', group),
    ...text('was', was),
  ].join(':');
}

const text = (key: string, value: string | undefined): string[] => (value === undefined ? [] : [`${key}=${value}`]);

const quoted = (key: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${key}=${JSON.stringify(value)}`];

/** A string needs quotes where it has other characters, and where a number or JSON could be meant. */
function defaultText(value: FieldDefault | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[A-Za-z_]+$/u.test(value) && !['true', 'false', 'null'].includes(value) ? value : JSON.stringify(value);
}

const boundText = (bound: string | number): string =>
  typeof bound === 'number' ? String(bound) : JSON.stringify(bound);

const patternText = (pattern: string): string =>
  /\/(?=[:\s])|\\$/u.test(pattern) ? JSON.stringify(pattern) : `/${pattern}/`;
