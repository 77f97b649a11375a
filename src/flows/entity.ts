import { fieldTypes } from '../config/config.ts';
import { entityNames, renamedEntity, withEntity, withoutEntity } from '../config/edit-entities.ts';
import { suggestionFor } from '../config/suggestion.ts';
import { GenlockError } from '../errors/error.ts';
import { changeProject, type ChangePorts, type ChangeRequest, type ChangeResult } from './change.ts';
import { startInProject } from './start.ts';

/** What becomes of an entity. */
export type EntityAction =
  | {
      readonly kind: 'add';
      readonly name: string;
      /** `name:Type`, then `:required`, `:unique`, `:index`, `:default=…`, `:values=a,b`, or `:many`. */
      readonly fields: readonly string[];
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string };

/**
 * Edits the entities in `genlock.json` and brings the project up to it, in one transaction; no plugin runs for it.
 *
 * @throws GenlockError USAGE for a field that can't be read, ENTITY_UNKNOWN, CONFIG_… if the configuration would not
 * stand, and everything in the way; nothing was changed then
 */
export async function changeEntity(
  action: EntityAction,
  request: ChangeRequest,
  ports: ChangePorts,
): Promise<ChangeResult> {
  const command = `genlock entity ${action.kind} ${action.name}`;
  const edit = editOf(action);
  const start = await startInProject({ ...request, command });
  const topic = `${action.kind}-${action.name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '-').toLowerCase()}`;
  return changeProject({ start, command, given: [], edit, topic, rerun: 'inputs' }, request, ports);
}

function editOf(action: EntityAction): (text: string) => string {
  if (action.kind === 'add') {
    const entity = writtenEntity(action);
    return (text) => withEntity(text, entity);
  }
  return (text) => {
    const names = entityNames(text);
    const { name } = action;
    if (!names.includes(name)) {
      const hint = suggestionFor(name, names);
      throw new GenlockError({ code: 'ENTITY_UNKNOWN', message: `there is no entity ${JSON.stringify(name)}`, hint });
    }
    return action.kind === 'remove' ? withoutEntity(text, name) : renamedEntity(text, { from: name, to: action.to });
  };
}

type Member = Readonly<Record<string, unknown>>;

function writtenEntity({ name, fields }: Extract<EntityAction, { kind: 'add' }>): Member {
  const members = fields.map(memberOf);
  const relations = members.filter((member) => 'target' in member);
  return {
    name,
    fields: members.filter((member) => !('target' in member)),
    ...(relations.length === 0 ? {} : { relations }),
  };
}

/** `email:String:required:unique` → a field; `customer:Customer` → a relation, since Customer is no type. */
function memberOf(spec: string): Member {
  const [name = '', type = '', ...words] = spec.split(':');
  if (name === '' || type === '') throw unreadable(spec, 'it has no name and type');
  requireTypeName(type, spec);
  const isField = fieldTypes.some((known) => known.toLowerCase() === type.toLowerCase());
  const facts = words.map((word) => factOf(word, { spec, type }));
  const isMany = facts.some((fact) => 'many' in fact);
  const { many: _, ...rest }: Member = Object.assign({}, ...facts);
  if (!isField) return { name, type: isMany ? 'many-to-many' : 'many-to-one', target: type, ...rest };
  if (isMany) throw unreadable(spec, '"many" is for relations');
  return { name, type: fieldTypes.find((known) => known.toLowerCase() === type.toLowerCase()), ...rest };
}

/** What other notations say with a sign behind a type, and what is written here; a field is optional by itself. */
const signs: Readonly<Record<string, string>> = { '!': ':required', '?': '', '[]': ':many' };

function requireTypeName(type: string, spec: string): void {
  if (/^[A-Za-z0-9]+$/u.test(type)) return;
  const reason = `${JSON.stringify(type)} is no type and no entity`;
  const sign = Object.keys(signs).find((known) => type.endsWith(known));
  if (sign === undefined) throw unreadable(spec, reason);
  const meant = `${type.slice(0, -sign.length)}${signs[sign]}`;
  throw unreadable(spec, reason, `Did you mean ${JSON.stringify(spec.replace(type, () => meant))}?`);
}

const flags: readonly string[] = ['required', 'unique', 'index', 'many'];

function factOf(word: string, { spec, type }: { readonly spec: string; readonly type: string }): Member {
  if (flags.includes(word)) return { [word]: true };
  const [, key, value = ''] = /^(default|values)=(.*)$/su.exec(word) ?? [];
  if (key === 'values') return { values: value.split(',') };
  if (key === 'default') return { default: valueOf(value, type) };
  throw unreadable(spec, `${JSON.stringify(word)} is none of ${flags.join(', ')}, default=… and values=…`);
}

/** Numbers and booleans are written as such; what doesn't fit the type is told by the configuration's own rules. */
function valueOf(text: string, type: string): unknown {
  const isText = ['string', 'text', 'enum', 'datetime', 'decimal', 'bigint'].includes(type.toLowerCase());
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const notation = 'Write name:Type, such as email:String:required:unique, or customer:Customer for a relation.';

function unreadable(spec: string, reason: string, hint = notation): GenlockError {
  return new GenlockError({
    code: 'USAGE',
    message: `the field ${JSON.stringify(spec)} can't be read: ${reason}`,
    hint,
  });
}
