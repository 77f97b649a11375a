/** The readable parts of an entity. The rest can be invalid. */
export interface PartialEntity {
  readonly at: number;
  readonly name: string;
  readonly route?: string;
  /** The former name of the entity. */
  readonly was?: string;
  readonly fields: readonly RoughMember[];
  readonly relations: readonly RoughRelation[];
  /** The entity as written, for rare keys. */
  readonly written: unknown;
}
export interface RoughMember {
  readonly at: number;
  readonly name: string;
  readonly was?: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly written: unknown;
}
export interface RoughRelation extends RoughMember {
  readonly target?: string;
  readonly onDelete?: string;
}

/** Returns the entities of a possibly invalid configuration. Skips entities without a name. */
export function partialEntities(value: unknown): readonly PartialEntity[] {
  return itemsOf(value, 'entities').flatMap(({ item, at }) => {
    const name = textOf(item, 'name');
    if (name === undefined) return [];
    const fields = itemsOf(item, 'fields').flatMap((field) => memberOf(field));
    const relations = itemsOf(item, 'relations').flatMap((relation) =>
      memberOf(relation).map((named) => ({ ...named, ...textsOf(relation.item, ['target', 'onDelete']) })),
    );
    return [{ at, name, fields, relations, written: item, ...textsOf(item, ['route', 'was']) }];
  });
}

interface Item {
  readonly item: unknown;
  readonly at: number;
}

function memberOf({ item, at }: Item): readonly RoughMember[] {
  const name = textOf(item, 'name');
  const type = textOf(item, 'type') ?? '';
  const isRequired = member(item, 'required') === true;
  return name === undefined ? [] : [{ at, name, type, isRequired, written: item, ...textsOf(item, ['was']) }];
}

function itemsOf(value: unknown, key: string): readonly Item[] {
  const list = member(value, key);
  return Array.isArray(list) ? list.map((item: unknown, at) => ({ item, at })) : [];
}

/** Returns the given keys that have string values. */
function textsOf<Key extends string>(value: unknown, keys: readonly Key[]): { readonly [Name in Key]?: string } {
  const texts: { [Name in Key]?: string } = {};
  for (const key of keys) {
    const found = textOf(value, key);
    if (found !== undefined) texts[key] = found;
  }
  return texts;
}

export function textOf(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns the value of an own key; `undefined` for other values than objects. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
