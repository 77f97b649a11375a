import type { Problem } from '../errors/error.ts';
import {
  type Definition,
  type Member,
  canonicalAttribute,
  canonicalMember,
  printAttribute,
  printAttributes,
  printType,
} from './schema/definition.ts';
import type { Attribute } from './schema/parse.ts';

/** A member and its first owner. */
export interface OwnedMember extends Member {
  readonly owner: string;
}

/** A model, enum or type during the merge. */
export interface Draft {
  readonly keyword: string;
  readonly name: string;
  /** The definition of the first owner, which is replaced by the merged one. */
  readonly home: Definition;
  members: readonly OwnedMember[];
  attributes: readonly Attribute[];
}

/** Returns whether genlock.json declares the definition. */
export function isEntity({ home }: Pick<Draft, 'home'>): boolean {
  return home.owner.startsWith('entity ');
}

/**
 * Merges definitions with the same name. Keeps equal members once, and appends new members and block attributes. The
 * input must have entities first, then plugins by name, so the result does not depend on the plugin order.
 */
export function mergeDefinitions(definitions: readonly Definition[]): {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly problems: readonly Problem[];
} {
  const drafts = new Map<string, Draft>();
  const problems: Problem[] = [];
  for (const definition of definitions) {
    const draft = drafts.get(definition.name);
    if (draft === undefined) drafts.set(definition.name, draftOf(definition));
    else problems.push(...extend(draft, definition));
  }
  return { drafts, problems };
}

function draftOf(definition: Definition): Draft {
  const { keyword, name, owner, attributes } = definition;
  return { keyword, name, home: definition, members: definition.members.map((one) => ({ ...one, owner })), attributes };
}

function extend(draft: Draft, definition: Definition): readonly Problem[] {
  const { keyword, name, owner } = definition;
  if (draft.keyword !== keyword) {
    return [clash(`${keyword} ${name} of ${owner} is a ${draft.keyword} of ${draft.home.owner} too`)];
  }
  const problems: Problem[] = [];
  for (const member of definition.members) {
    const other = draft.members.find((one) => one.name === member.name);
    if (other === undefined) problems.push(...addMember(draft, { ...member, owner }));
    else if (canonicalMember(other) !== canonicalMember(member)) {
      problems.push(
        clash(`${name}.${member.name} is ${shown(member)} in ${owner} and ${shown(other)} in ${other.owner}`),
      );
    }
  }
  for (const attribute of definition.attributes) problems.push(...addAttribute(draft, { attribute, owner }));
  return problems;
}

/**
 * Adds a member. Entities from genlock.json keep their API: no unknown enum values and no required columns that the API
 * cannot fill.
 */
function addMember(draft: Draft, member: OwnedMember): readonly Problem[] {
  const { name, home } = draft;
  const place = `${name}.${member.name} of ${member.owner}`;
  if (isEntity(draft) && draft.keyword === 'enum') {
    return [clash(`${place} is not a value of ${name} of ${home.owner}`)];
  }
  insertMember(draft, member);
  if (!isEntity(draft) || !isRequiredColumn(member)) return [];
  return [
    { code: 'DATA_FIELD_REQUIRED', message: `${place} is required and has no default, so no ${name} could be made` },
  ];
}

/** Inserts a member after the others; in an entity before the two timestamps. */
export function insertMember(draft: Draft, member: OwnedMember): void {
  const dates = isEntity(draft) ? draft.members.findIndex(({ name }) => name === 'createdAt') : -1;
  const at = dates < 0 ? draft.members.length : dates;
  draft.members = draft.members.toSpliced(at, 0, member);
}

function isRequiredColumn({ mark, attributes }: Member): boolean {
  return mark === '' && !attributes.some(({ name }) => ['default', 'updatedAt', 'relation'].includes(name));
}

/** Attributes that a block can have only once. */
const single = new Set(['id', 'map']);

function addAttribute(
  draft: Draft,
  { attribute, owner }: { readonly attribute: Attribute; readonly owner: string },
): readonly Problem[] {
  const text = canonicalAttribute(attribute);
  if (draft.attributes.some((one) => canonicalAttribute(one) === text)) return [];
  const other = single.has(attribute.name) ? draft.attributes.find(({ name }) => name === attribute.name) : undefined;
  if (other === undefined) {
    draft.attributes = [...draft.attributes, attribute];
    return [];
  }
  const [given, earlier] = [attribute, other].map((one) => `\`${printAttribute(one, '@@')}\``);
  return [clash(`${draft.name} has ${given} in ${owner} and ${earlier} in ${draft.home.owner}`)];
}

function clash(message: string): Problem {
  return { code: 'DATA_MODEL_CLASH', message };
}

function shown(member: Member): string {
  const text = [printType(member), printAttributes(member)].filter((part) => part !== '').join(' ');
  return `\`${text === '' ? member.name : text}\``;
}
