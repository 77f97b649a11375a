import { readPluginSchema } from '../data-layer/plugin-schema.ts';
import { compareText } from '../core/tree.ts';

/** Change of one model, enum or type in a project's schema. */
export interface ModelChange {
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
  /**
   * Added fields, such as `payments Payment[]`, or added enum values. A field with a new type is listed as removed and
   * added.
   */
  readonly come: readonly string[];
  readonly go: readonly string[];
}

/** Prisma schemas before and after a change. */
export interface SchemaTexts {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly database: DatabaseKind;
}

type DatabaseKind = Parameters<typeof readPluginSchema>[1];

/**
 * Returns all changed models, sorted by name. Includes models of other owners that get a field or a relation's other
 * side.
 */
export function modelChanges({ before, after, database }: SchemaTexts): readonly ModelChange[] {
  const [old, now] = [modelsOf(before, database), modelsOf(after, database)];
  return [...new Set([...old.keys(), ...now.keys()])].toSorted(compareText).flatMap((name) => {
    const [were, are] = [old.get(name), now.get(name)];
    const come = (are ?? []).filter((field) => were?.includes(field) !== true);
    const go = (were ?? []).filter((field) => are?.includes(field) !== true);
    const change = were === undefined ? 'added' : are === undefined ? 'removed' : 'changed';
    return change === 'changed' && come.length + go.length === 0 ? [] : [{ name, change, come, go }];
  });
}

type Models = ReadonlyMap<string, readonly string[]>;

/** Reads the models of schema files. A file that cannot be parsed has no models. */
function modelsOf(texts: ReadonlyMap<string, string>, database: DatabaseKind): Models {
  const definitions = [...texts.values()].flatMap(
    (schema) => readPluginSchema({ plugin: '', schema }, database).definitions,
  );
  return new Map(
    definitions.map(({ name, members }) => [
      name,
      members.map((member) => `${member.name} ${member.type}${member.mark}`.trim()),
    ]),
  );
}
