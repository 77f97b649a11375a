import type { ProjectState } from './project.ts';

/** Returns `genlock.json` of the state. */
export function configText({ entities }: ProjectState, database: 'file' | 'relational'): string {
  return JSON.stringify({
    database,
    entities: entities.map((entity) => ({
      ...named(entity),
      fields: entity.fields.map((field) => ({
        ...named(field),
        type: field.type,
        ...(field.type === 'Enum'
          ? { values: field.values.map((value) => (value.was === undefined ? value.name : named(value))) }
          : {}),
        ...(field.initial === undefined ? {} : { default: field.values.find(({ id }) => id === field.initial)?.name }),
      })),
      relations: entity.relations.map((relation) => ({
        ...named(relation),
        type: relation.type,
        target: entities.find(({ id }) => id === relation.target)?.name,
      })),
    })),
  });
}

function named({ name, was }: { readonly name: string; readonly was?: string | undefined }): object {
  return { name, ...(was === undefined ? {} : { was }) };
}
