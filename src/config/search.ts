import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { member, type PartialEntity } from './partial-entity.ts';

/** Returns the errors in an entity's `search`: unknown or repeated fields, and fields without text. */
export function searchFaults({ written, at, name: entity, fields }: PartialEntity): readonly SchemaFault[] {
  const names = member(written, 'search');
  if (!Array.isArray(names)) return [];
  const texts = fields.filter(({ type }) => type === 'String' || type === 'Text').map(({ name }) => name);
  return names.flatMap((name: unknown, index): readonly SchemaFault[] => {
    if (typeof name !== 'string') return [];
    const path = ['entities', at, 'search', index];
    if (names.indexOf(name) < index) {
      return [{ code: 'CONFIG_SEARCH_DUPLICATE', message: `"${name}" is listed twice.`, path }];
    }
    if (texts.includes(name)) return [];
    const message = `"${name}" is not a String or Text field of ${entity}.`;
    return [
      { code: 'CONFIG_SEARCH_INVALID', message, path, ...(texts.length > 0 && { hint: suggestionFor(name, texts) }) },
    ];
  });
}
