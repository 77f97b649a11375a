/** Tables of JSON schema keys. */
import pluralize from 'pluralize';
import { anchorOf, code, prose, table } from './markdown.ts';

/** The keywords of the JSON schemas that zod creates. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Condition[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** A condition of a schema: without one of these types, an object cannot have some keys. */
interface Condition {
  readonly if?: Schema;
  readonly else?: Schema;
}

interface Section {
  readonly path: string;
  readonly schema: Schema;
}

/** Returns one section with a table for each object of a schema. The first section has the name of the file. */
export function schemaSections(schema: Schema, file: string): string {
  const sections = sectionsOf(schema);
  return sections
    .map(({ path, schema: object }) => {
      const rows = Object.entries(object.properties ?? {}).map((entry) => row(entry, object, sections));
      const heading = path === '' ? file : code(path);
      return `## ${heading}\n\n${table(['key', 'type', 'default', 'limits', 'meaning'], rows)}`;
    })
    .join('\n\n');
}

/** Returns all objects with keys, sorted by path. An object that is in several places has the shortest path. */
function sectionsOf(schema: Schema): readonly Section[] {
  const known: Section[] = [];
  const open: Section[] = [{ path: '', schema }];
  for (const section of open) {
    open.push(...childrenOf(section));
    if (section.schema.properties === undefined) continue;
    if (!known.some((one) => isSame(one.schema, section.schema))) known.push(section);
  }
  return known.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function childrenOf({ path, schema }: Section): readonly Section[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  return [
    ...Object.entries(properties).map(([key, value]) => ({ path: joined(path, key), schema: value })),
    ...(items === undefined ? [] : [{ path: `${path}[]`, schema: items }]),
    ...anyOf.map((one) => ({ path, schema: one })),
    ...(typeof additionalProperties === 'object'
      ? [{ path: joined(path, '<name>'), schema: additionalProperties }]
      : []),
  ];
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function isSame(one: Schema, other: Schema): boolean {
  return JSON.stringify(one.properties) === JSON.stringify(other.properties);
}

function row([key, value]: readonly [string, Schema], object: Schema, sections: readonly Section[]): readonly string[] {
  const section = sectionOf(value, sections);
  const link = section === undefined ? '' : `See [${code(section.path)}](#${anchorOf(section.path)}).`;
  const required = object.required?.includes(key) === true ? 'required' : '';
  const fallback = value.default === undefined ? required : code(JSON.stringify(value.default));
  const limits = [...limitsOf(value), ...typesOf(key, object)].join('; ');
  return [code(key), typeOf(value), fallback, limits, [prose(value.description ?? ''), link].join(' ').trim()];
}

function sectionOf(value: Schema, sections: readonly Section[]): Section | undefined {
  if (value.properties !== undefined) return sections.find(({ schema }) => isSame(schema, value));
  const inner = [value.items, value.additionalProperties, ...(value.anyOf ?? [])];
  for (const one of inner) {
    const found = typeof one === 'object' ? sectionOf(one, sections) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function typeOf(value: Schema): string {
  if (value.$ref !== undefined) return 'any JSON';
  if (value.const !== undefined) return code(JSON.stringify(value.const));
  if (value.enum !== undefined) return value.enum.map((word) => code(JSON.stringify(word))).join(', ');
  if (value.type === 'array') return value.items === undefined ? 'array' : `array of ${typeOf(value.items)}`;
  if (typeof value.additionalProperties === 'object') return `map to ${typeOf(value.additionalProperties)}`;
  if (value.type !== undefined) return [value.type].flat().join(', ');
  return [...new Set(value.anyOf?.map(typeOf))].join(', ');
}

function limitsOf(value: Schema): readonly string[] {
  const limits = [
    range(value.minLength, value.maxLength, 'character'),
    range(value.minItems, value.maxItems, 'entry'),
    range(value.minimum, value.maximum, ''),
    value.uniqueItems === true ? 'no duplicates' : '',
    value.format === 'date-time' ? 'ISO 8601 with a time zone' : '',
    value.pattern === undefined ? '' : code(value.pattern),
    ...(value.items === undefined ? [] : limitsOf(value.items).map((limit) => `each: ${limit}`)),
  ];
  return limits.filter((limit) => limit !== '');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const noun = unit === '' ? '' : ` ${pluralize(unit, most ?? least)}`;
  if (most === undefined) return `at least ${least}${noun}`;
  return least === undefined ? `at most ${most}${noun}` : `${least} to ${most}${noun}`;
}

/** Returns the values of `type` that a key is limited to. */
function typesOf(key: string, object: Schema): readonly string[] {
  return (object.allOf ?? []).flatMap((condition) => {
    const types = condition.if?.properties?.['type']?.enum;
    if (types === undefined || condition.else?.properties?.[key] === undefined) return [];
    return [`only for ${types.map(code).join(', ')}`];
  });
}
