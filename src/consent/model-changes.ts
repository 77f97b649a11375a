import { readPluginSchema } from '../data-layer/plugin-schema.ts';
import { compareText } from '../core/tree.ts';

/** What becomes of one model, enum or type of a project's schema. */
export interface ModelChange {
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Fields that come, as `payments Payment[]`; of an enum its values. A field of another type goes and comes. */
  readonly come: readonly string[];
  readonly go: readonly string[];
}

/** Texts of a schema, as they are and as they will be. */
export interface SchemaTexts {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly database: DatabaseKind;
}

type DatabaseKind = Parameters<typeof readPluginSchema>[1];

/** Every model that changes, by name: also those of others that get a field or the other end of a relation. */
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

/** A text that somebody left unreadable holds no models: nothing is said about them then. */
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
