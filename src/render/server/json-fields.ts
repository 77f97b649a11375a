import type { DatabaseKind, JsonValue } from '../../config/config.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { type Code, list, quote } from '../code.ts';

export function jsonFields({ fields }: EntityModel): readonly ScalarField[] {
  return fields.filter(({ type }) => type === 'Json');
}

/**
 * Returns the fields for which Prisma distinguishes a database `NULL` from a JSON `null`. MongoDB has only one kind.
 */
export function emptiedJson(entity: EntityModel, database: DatabaseKind): readonly ScalarField[] {
  return database === 'document' ? [] : jsonFields(entity).filter(({ required }) => !required);
}

/** Returns an expression for a JSON value: a literal if short, else a call of `JSON.parse`. */
export function jsonExpression(value: JsonValue): Code {
  const text = JSON.stringify(value);
  return isPlain(value) && text.length <= 30 ? literal(value) : list('JSON.parse(', [quote(text)], ')');
}

/** Returns whether the formatter keeps the value on one line. */
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
