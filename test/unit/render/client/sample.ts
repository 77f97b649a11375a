/** Creates entities, and renders projects with them. */
import type { Entity, Field, Relation } from '../../../../src/config/config.ts';
import { renderSample } from '../../../support/materialize.ts';

export const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  type,
  required: false,
  unique: false,
  ...more,
});

export const relation = (name: string, type: Relation['type'], target: string): Relation => ({
  name,
  type,
  target,
  required: false,
});

export const entity = (name: string, more: Partial<Entity> = {}): Entity => ({
  name,
  fields: [],
  relations: [],
  ...more,
});

export function rendered(entities: readonly Entity[], path: string): string {
  const file = renderSample({ entities }, 'sample').get(path);
  if (file === undefined) throw new Error(`${path} is not rendered`);
  return String(file.content);
}
