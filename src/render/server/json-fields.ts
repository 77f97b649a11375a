import type { DatabaseKind, JsonValue } from '../../config/config.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { type Code, list, quote } from '../code.ts';

export function jsonFields({ fields }: EntityModel): readonly ScalarField[] {
  return fields.filter(({ type }) => type === 'Json');
}

/** Fields whose `null` Prisma wants to be told apart from the `null` of JSON; MongoDB has only one. */
export function emptiedJson(entity: EntityModel, database: DatabaseKind): readonly ScalarField[] {
  return database === 'document' ? [] : jsonFields(entity).filter(({ required }) => !required);
}

/** An expression for a JSON value: a literal if it is a short one, else its text, parsed. */
export function jsonExpression(value: JsonValue): Code {
  const text = JSON.stringify(value);
  return isPlain(value) && text.length <= 30 ? literal(value) : list('JSON.parse(', [quote(text)], ')');
}

/** Nothing in it the formatter would put on lines of its own. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const items = Object.values(value);
  return items.every((item) => typeof item !== 'object' || item === null || Object.keys(item).length === 0);
}

function literal(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value).replace('e+', 'e');
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  const members = Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${literal(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}
