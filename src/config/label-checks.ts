import { member, textOf, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';

/** Returns the fault in the `title` of an entity: no visible `String` field has this name. */
export function titleFaults({ name: entity, at, fields, written }: PartialEntity): readonly SchemaFault[] {
  const title = textOf(written, 'title');
  if (title === undefined) return [];
  const usable = fields.filter((field) => field.type === 'String' && member(field.written, 'hidden') !== true);
  if (usable.some(({ name }) => name === title)) return [];
  const message = `"${title}" is not a String field of ${entity} that lists show.`;
  const hint =
    usable.length === 0
      ? {}
      : {
          hint: suggestionFor(
            title,
            usable.map(({ name }) => name),
          ),
        };
  return [{ code: 'CONFIG_TITLE_INVALID', message, path: ['entities', at, 'title'], ...hint }];
}
