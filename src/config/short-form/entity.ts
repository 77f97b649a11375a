import { accessKeys, accessShapeFaults } from '../access.ts';
import { displayTextFault, longestOf } from '../display-text.ts';
import { iconFault } from '../icons.ts';
import { entityNameFault, routeFault, type NameFault } from '../names.ts';
import { closest } from '../../core/suggestion.ts';
import { meant, placeOf, report, type Reading, type ShortFormFault } from './fault.ts';
import { readMember, type ShortField, type ShortRelation } from './member.ts';
import type { EntityPlaces } from './places.ts';
import { ruleIn, type ShortRule } from './rule.ts';
import { scanLine, scanToken, type Part, type Token } from './scan.ts';

export type { ShortFormFault } from './fault.ts';

/** An entity as `genlock.json` holds it. */
export interface ShortEntity {
  readonly name: string;
  readonly fields: readonly ShortField[];
  readonly relations?: readonly ShortRelation[];
  readonly route?: string;
  readonly unique?: readonly (readonly string[])[];
  readonly access?: ShortRule | Readonly<Record<string, ShortRule>>;
  readonly owner?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly title?: string;
  readonly search?: readonly string[];
  readonly pages?: true;
  readonly was?: string;
}

/** An entity read from its short form. With faults, it holds the members that could be read. */
export interface ReadEntity {
  readonly entity?: ShortEntity;
  /** The source of the entity and its members; set if `entity` is. */
  readonly places?: EntityPlaces;
  readonly faults: readonly ShortFormFault[];
}

export interface ShortFormOptions {
  /** The names of other entities, which relations can refer to. */
  readonly entities: readonly string[];
}

/** Reads one line, such as `Post title:String! body:Text author:User!`. */
export function readEntityLine(line: string, options: ShortFormOptions): ReadEntity {
  return readTokens(line, { ...options, source: 0 });
}

function readTokens(line: string, { source, ...options }: ShortFormOptions & Pick<Source, 'source'>): ReadEntity {
  return readEntity(
    scanLine(line).map((token) => ({ token, text: line, source })),
    options,
  );
}

/** Reads the arguments of a command, such as `Post` and `title:String!`. White space inside an argument is part of it. */
export function readEntityArguments(given: readonly string[], options: ShortFormOptions): ReadEntity {
  const tokens = given.map((text, source) => ({ token: scanToken(text, { at: 0, spaceEnds: false }), text, source }));
  return readEntity(tokens, options);
}

/** Reads one entity a line; empty lines are left out. Entities can refer to each other in any order. */
export function readEntityLines(
  lines: readonly string[],
  options: ShortFormOptions,
): {
  readonly entities: readonly ShortEntity[];
  readonly places: readonly EntityPlaces[];
  readonly faults: readonly ShortFormFault[];
} {
  const names = lines.flatMap((line) => nameOf(scanLine(line)[0]));
  const entities = [...options.entities, ...names];
  const read = lines.flatMap((line, source) => (line.trim() === '' ? [] : [readTokens(line, { source, entities })]));
  return {
    entities: read.flatMap(({ entity }) => entity ?? []),
    places: read.flatMap(({ places }) => places ?? []),
    faults: read.flatMap(({ faults }) => faults),
  };
}

function nameOf(token: Token | undefined): readonly string[] {
  const key = token?.parts[0]?.key;
  return key === undefined ? [] : [key];
}

type Source = Omit<Reading, 'faults'>;

function readEntity([head, ...members]: readonly Source[], { entities }: ShortFormOptions): ReadEntity {
  const faults: ShortFormFault[] = [];
  if (head === undefined) return { faults };
  for (const source of [head, ...members]) reportUnclosed({ ...source, faults });
  if (faults.length > 0) return { faults };
  const entity = readHead({ ...head, faults });
  const known = entity === undefined ? entities : [...entities, entity.name];
  const read = members.map((source) => ({ member: readMember({ ...source, faults }, known), place: placeOf(source) }));
  if (entity === undefined) return { faults };
  const fields = read.flatMap(({ member, place }) =>
    member !== undefined && 'field' in member ? [{ place, ...member }] : [],
  );
  const relations = read.flatMap(({ member, place }) =>
    member !== undefined && 'relation' in member ? [{ place, ...member }] : [],
  );
  const { name, ...rest } = entity;
  const ownRelations = relations.length === 0 ? {} : { relations: relations.map(({ relation }) => relation) };
  return {
    entity: { name, fields: fields.map(({ field }) => field), ...ownRelations, ...rest },
    places: {
      entity: placeOf(head),
      fields: fields.map(({ place }) => place),
      relations: relations.map(({ place }) => place),
    },
    faults,
  };
}

function reportUnclosed(reading: Reading): void {
  const { unclosed } = reading.token;
  if (unclosed === undefined) return;
  const message = 'A quoted value has no closing quote.';
  report(reading, { at: unclosed }, { code: 'USAGE', message, hint: 'End the value with ".' });
}

/** `Post:route=articles:access=owner`: the name and the options of the entity itself. */
function readHead(reading: Reading): Omit<ShortEntity, 'fields' | 'relations'> | undefined {
  const [name, ...parts] = reading.token.parts;
  if (name === undefined) return undefined;
  if (/^[a-z]/u.test(name.key) && parts.length > 0) {
    const hint = 'Start with the name in PascalCase: Post title:String.';
    report(reading, name, { code: 'USAGE', message: 'The name of the entity is missing.', hint });
    return undefined;
  }
  const fault = entityNameFault(name.key);
  if (fault !== undefined) report(reading, name, fault);
  const texts = new Map<string, string>();
  const groups: (readonly string[])[] = [];
  for (const part of parts) {
    const problem = headFault(reading, part) ?? (texts.has(part.key) ? twice(part.key) : undefined);
    if (problem !== undefined) report(reading, part, problem);
    else if (part.key === 'unique') groups.push((part.value?.text ?? '').split(','));
    else texts.set(part.key, part.value?.text ?? '');
  }
  const given = (key: string) => (texts.has(key) ? { [key]: texts.get(key) ?? '' } : {});
  const rules = (keys: readonly string[]) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const rule = texts.get(key);
        return rule === undefined ? [] : [[key, ruleIn(rule)]];
      }),
    );
  const sides = rules(accessKeys);
  return {
    name: name.key,
    ...given('route'),
    ...(groups.length === 0 ? {} : { unique: groups }),
    ...(Object.keys(sides).length === 0 ? rules(['access']) : { access: sides }),
    ...given('owner'),
    ...given('label'),
    ...given('labelPlural'),
    ...given('description'),
    ...given('icon'),
    ...given('title'),
    ...searchOf(texts.get('search')),
    ...(texts.has('pages') ? { pages: true as const } : {}),
    ...given('was'),
  };
}

const headOptions: Readonly<Record<string, string>> = {
  access: 'owner',
  create: 'authenticated',
  delete: 'admin',
  description: '"Texts of the site."',
  icon: 'file-text',
  label: 'Article',
  labelPlural: 'Articles',
  owner: 'author',
  read: 'public',
  route: 'articles',
  search: 'name,email',
  title: 'name',
  unique: 'slug,author',
  update: 'EDITOR,owner',
  was: 'OldName',
  write: 'admin',
};

/** Options without a value. */
const headFlags = ['pages'];

function headFault(reading: Reading, part: Part): NameFault | undefined {
  const { key, value } = part;
  if (headFlags.includes(key)) {
    if (value === undefined) return undefined;
    return { code: 'USAGE', message: `"${key}" accepts no value.`, hint: `Write only ${key}.` };
  }
  const sample = Object.hasOwn(headOptions, key) ? headOptions[key] : undefined;
  if (sample === undefined) {
    const known = [...Object.keys(headOptions), ...headFlags].toSorted();
    const other = closest(key, known);
    const given = reading.text.slice(part.at + key.length, part.end);
    const hint = other === undefined ? `Options: ${known.join(', ')}.` : meant(reading, part, other + given);
    return { code: 'USAGE', message: `"${key}" is not an option of an entity.`, hint };
  }
  if (value === undefined) return { code: 'USAGE', message: `"${key}" has no value.`, hint: `Write ${key}=${sample}.` };
  const fault = Object.hasOwn(valueFaults, key) ? valueFaults[key] : undefined;
  if (fault !== undefined) return fault(value.text);
  return ['access', ...accessKeys].includes(key) ? accessShapeFaults(ruleIn(value.text))[0] : undefined;
}

/** Names separated by commas; no names if the value is empty. */
function searchOf(text: string | undefined): Pick<ShortEntity, 'search'> {
  return text === undefined ? {} : { search: text === '' ? [] : text.split(',') };
}

const valueFaults: Readonly<Record<string, (text: string) => NameFault | undefined>> = {
  route: routeFault,
  was: entityNameFault,
  icon: iconFault,
  label: (text) => displayTextFault(text, longestOf.label),
  labelPlural: (text) => displayTextFault(text, longestOf.label),
  description: (text) => displayTextFault(text, longestOf.description),
};

function twice(key: string): NameFault {
  return { code: 'USAGE', message: `"${key}" is given twice.`, hint: 'Keep one of the two.' };
}
