/** What can be read of an entity whether or not the rest of it is right. */
export interface RoughEntity {
  readonly at: number;
  readonly name: string;
  readonly route?: string;
  readonly fields: readonly RoughMember[];
  readonly relations: readonly RoughRelation[];
}
export interface RoughMember {
  readonly at: number;
  readonly name: string;
}
export interface RoughRelation extends RoughMember {
  readonly type: string;
  readonly target?: string;
  readonly isRequired: boolean;
}

/** The entities of whatever may be a configuration; one without a name is left out. */
export function roughEntities(value: unknown): readonly RoughEntity[] {
  return itemsOf(value, 'entities').flatMap(({ item, at }) => {
    const name = textOf(item, 'name');
    const route = textOf(item, 'route');
    if (name === undefined) return [];
    const fields = itemsOf(item, 'fields').flatMap((field) => memberOf(field));
    const relations = itemsOf(item, 'relations').flatMap((relation) => {
      const target = textOf(relation.item, 'target');
      const isRequired = member(relation.item, 'required') === true;
      const type = textOf(relation.item, 'type') ?? '';
      const rest = { type, isRequired, ...(target === undefined ? {} : { target }) };
      return memberOf(relation).map((named) => ({ ...named, ...rest }));
    });
    return [{ at, name, fields, relations, ...(route === undefined ? {} : { route }) }];
  });
}

interface Item {
  readonly item: unknown;
  readonly at: number;
}

function memberOf({ item, at }: Item): readonly RoughMember[] {
  const name = textOf(item, 'name');
  return name === undefined ? [] : [{ at, name }];
}

function itemsOf(value: unknown, key: string): readonly Item[] {
  const list = member(value, key);
  return Array.isArray(list) ? list.map((item: unknown, at) => ({ item, at })) : [];
}

function textOf(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** The value of an own key of whatever may be an object. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
