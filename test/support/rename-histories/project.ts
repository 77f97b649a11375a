/** A project that a random history changes: its parts with stable ids, and the rows that must survive. */

export interface Value {
  readonly id: number;
  name: string;
  was?: string | undefined;
}

export interface Field {
  readonly id: number;
  name: string;
  was?: string | undefined;
  readonly type: 'String' | 'Int' | 'Enum';
  /** Only of an `Enum`. */
  values: Value[];
  /** Id of the default value. */
  initial?: number | undefined;
}

export interface Relation {
  readonly id: number;
  name: string;
  was?: string | undefined;
  readonly type: 'many-to-one' | 'many-to-many';
  /** Id of the other entity. */
  readonly target: number;
}

export interface Entity {
  readonly id: number;
  name: string;
  was?: string | undefined;
  fields: Field[];
  relations: Relation[];
}

/** A string, a number, the id of an enum value, or the id of the other row. */
export type Cell = string | number;

/** Entity → row → member → cell. A missing cell is NULL. */
export type Rows = Map<number, Map<string, Map<number, Cell>>>;

/** Relation → pairs of rows: the row of the declaring entity, and the row of the target. */
export type Links = Map<number, [string, string][]>;

export interface ProjectState {
  entities: Entity[];
  rows: Rows;
  links: Links;
  nextId: number;
}

/** One change, or one row. The numbers choose parts and names of the current state. */
export interface Operation {
  readonly kind: (typeof operationKinds)[number];
  readonly at: readonly [number, number, number];
}

export const operationKinds = [
  ...['add entity', 'add field', 'add enum', 'add value', 'add relation', 'add row', 'add link'],
  ...['rename entity', 'rename field', 'rename relation', 'rename value', 'rename again', 'forget former names'],
  'reorder relations',
  ...['remove entity', 'remove field', 'remove relation', 'remove value'],
] as const;

const names = {
  entity: ['Aa', 'Bb', 'Cc', 'Mm', 'Zz'],
  member: ['aa', 'bb', 'cc', 'likes', 'zoo', 'zzz', 'mm', 'dd'],
  value: ['A', 'B', 'C', 'D'],
};

/** A small project with rows: an enum, a many-to-one, two many-to-many, and a many-to-many to the same entity. */
export function firstState(): ProjectState {
  const state: ProjectState = { entities: [], rows: new Map(), links: new Map(), nextId: 1 };
  const start: readonly Operation[] = [
    { kind: 'add entity', at: [0, 0, 0] },
    { kind: 'add entity', at: [1, 0, 0] },
    { kind: 'add field', at: [0, 0, 0] },
    { kind: 'add enum', at: [0, 1, 3] },
    { kind: 'add enum', at: [1, 1, 2] },
    { kind: 'add relation', at: [0, 3, 0] },
    { kind: 'add relation', at: [0, 4, 2] },
    { kind: 'add relation', at: [0, 5, 0] },
    { kind: 'add relation', at: [1, 2, 1] },
  ];
  for (const operation of start) change(state, operation);
  return state;
}

/** Applies an operation to the state. An operation that is not possible changes nothing. */
export function change(state: ProjectState, { kind, at }: Operation): void {
  operations[kind](state, at);
}

type Change = (state: ProjectState, at: Operation['at']) => void;

const operations: Readonly<Record<Operation['kind'], Change>> = {
  'add entity': (state, [name]) => {
    const free = freeName(names.entity, { all: state.entities, from: name });
    if (free !== undefined) state.entities.push({ id: state.nextId++, name: free, fields: [], relations: [] });
  },
  'add field': (state, [which, name, type]) => addField(state, [which, name, type], type % 2 === 0 ? 'String' : 'Int'),
  'add enum': (state, at) => addField(state, at, 'Enum'),
  'add value': (state, [which, field, name]) => {
    const chosen = pick(enumsOf(pick(state.entities, which)), field);
    const free = chosen && freeName(names.value, { all: chosen.values, from: name });
    if (free !== undefined) chosen?.values.push({ id: state.nextId++, name: free });
  },
  'add relation': (state, [which, name, kind]) => {
    const entity = pick(state.entities, which);
    const target = kind % 4 === 2 ? entity : pick(state.entities, which + 1);
    const free = entity && freeName(names.member, { all: membersOf(entity), from: name });
    if (entity === undefined || target === undefined || free === undefined) return;
    const type = kind % 4 === 1 ? 'many-to-one' : 'many-to-many';
    const opposite = target.relations.filter((one) => one.type === 'many-to-many' && one.target === entity.id);
    const own = entity.relations.filter((one) => one.type === 'many-to-many' && one.target === target.id);
    // One relation in each direction are the two ends of one relation. With more relations, they would be separate.
    if (type === 'many-to-many' && entity !== target && opposite.length > 0 && opposite.length + own.length > 1) return;
    entity.relations.push({ id: state.nextId++, name: free, type, target: target.id });
  },
  'add row': (state, [which, number]) => addRow(state, which, number),
  'add link': (state, [which, from, to]) => {
    const all = state.entities.flatMap(({ id, relations }) => relations.map((relation) => ({ id, relation })));
    const links = all.filter(({ relation }) => relation.type === 'many-to-many');
    const chosen = pick(links, which);
    const [one, other] = [
      pick([...(state.rows.get(chosen?.id ?? 0)?.keys() ?? [])], from),
      pick([...(state.rows.get(chosen?.relation.target ?? 0)?.keys() ?? [])], to),
    ];
    if (chosen === undefined || one === undefined || other === undefined) return;
    const known = state.links.get(chosen.relation.id) ?? [];
    if (!known.some(([a, b]) => a === one && b === other)) known.push([one, other]);
    state.links.set(chosen.relation.id, known);
    shareLinks(state);
  },
  'rename entity': (state, [which, name]) => rename(state.entities, which, { pool: names.entity, name }),
  'rename field': (state, [which, field, name]) => {
    const entity = pick(state.entities, which);
    rename(entity?.fields, field, { pool: names.member, name, all: membersOf(entity) });
  },
  'rename relation': (state, [which, relation, name]) => {
    const entity = pick(state.entities, which);
    rename(entity?.relations, relation, { pool: names.member, name, all: membersOf(entity) });
  },
  'rename value': (state, [which, field, name]) => {
    rename(pick(enumsOf(pick(state.entities, which)), field)?.values, name, { pool: names.value, name: name + 1 });
  },
  // A chain: the former name stays, although an earlier migration may have completed the first rename.
  'rename again': (state, [which, name, part]) => {
    const entity = pick(state.entities, which);
    const keepsWas = true;
    if (part % 4 === 0) rename(state.entities, which, { pool: names.entity, name, keepsWas });
    const all = membersOf(entity);
    if (part % 4 === 1) rename(entity?.fields, name, { pool: names.member, name: name + 1, all, keepsWas });
    if (part % 4 === 2) rename(entity?.relations, name, { pool: names.member, name: name + 1, all, keepsWas });
    const values = pick(enumsOf(entity), name)?.values;
    if (part % 4 === 3) rename(values, name, { pool: names.value, name: name + 1, keepsWas });
  },
  'forget former names': (state, [which]) => {
    const entity = pick(state.entities, which);
    const values = entity?.fields.flatMap((field) => field.values) ?? [];
    for (const one of [entity, ...membersOf(entity), ...values]) if (one !== undefined) one.was = undefined;
  },
  // A new relation has no links. The first relation of two entities has the rows, so it must not become the first.
  'reorder relations': (state, [which, first, second]) => {
    const entity = pick(state.entities, which);
    const linked = entity?.relations.filter(({ id }) => (state.links.get(id) ?? []).length > 0);
    const one = pick(linked, first);
    const same = linked?.filter(({ id, target }) => id !== one?.id && target === one?.target);
    const other = pick(same, second);
    if (entity === undefined || one === undefined || other === undefined) return;
    const swapped = new Map([
      [one, other],
      [other, one],
    ]);
    entity.relations = entity.relations.map((relation) => swapped.get(relation) ?? relation);
  },
  'remove entity': (state, [which]) => {
    const gone = pick(state.entities, which);
    if (gone === undefined || state.entities.length < 2) return;
    state.entities = state.entities.filter((entity) => entity !== gone);
    for (const entity of state.entities) entity.relations = entity.relations.filter(({ target }) => target !== gone.id);
  },
  'remove field': (state, [which, field]) => {
    const entity = pick(state.entities, which);
    const gone = pick(entity?.fields, field);
    if (entity !== undefined) entity.fields = entity.fields.filter((one) => one !== gone);
  },
  'remove relation': (state, [which, relation]) => {
    const entity = pick(state.entities, which);
    const gone = pick(entity?.relations, relation);
    if (entity !== undefined) entity.relations = entity.relations.filter((one) => one !== gone);
  },
  'remove value': (state, [which, field, value]) => {
    const chosen = pick(enumsOf(pick(state.entities, which)), field);
    const gone = pick(chosen?.values, value);
    if (chosen === undefined || gone === undefined || chosen.values.length < 2) return;
    chosen.values = chosen.values.filter((one) => one !== gone);
    if (chosen.initial === gone.id) chosen.initial = undefined;
  },
};

/** Gives both ends of a relation the pairs of each other, and existing rows the default of a new field. */
export function complete(state: ProjectState, before: ProjectState): void {
  for (const entity of state.entities) {
    const former = membersOf(before.entities.find(({ id }) => id === entity.id));
    // A new part that was renamed to a former name of another part would be this other part.
    const isKept = ({ id, name }: Named) =>
      former.some((one) => one.id === id) || former.every((one) => one.name !== name);
    entity.fields = entity.fields.filter(isKept);
    entity.relations = entity.relations.filter(isKept);
  }
  shareLinks(state);
  const known = new Set(before.entities.flatMap(({ fields }) => fields.map(({ id }) => id)));
  for (const { id, fields } of state.entities) {
    for (const field of fields) {
      if (known.has(field.id) || field.initial === undefined) continue;
      for (const row of state.rows.get(id)?.values() ?? []) row.set(field.id, field.initial);
    }
  }
}

function shareLinks({ entities, links }: ProjectState): void {
  for (const entity of entities) {
    for (const { id, type, target } of entity.relations) {
      const other = entities.find((one) => one.id === target);
      const inverse = other?.relations.find((one) => one.type === 'many-to-many' && one.target === entity.id);
      if (type !== 'many-to-many' || inverse === undefined || other === entity) continue;
      const known = new Map((links.get(id) ?? []).map((pair) => [pair.join(), pair]));
      for (const [from, to] of links.get(inverse.id) ?? []) known.set([to, from].join(), [to, from]);
      links.set(id, [...known.values()]);
    }
  }
}

interface Named {
  readonly id: number;
  name: string;
  was?: string | undefined;
}

interface Renaming {
  readonly pool: readonly string[];
  readonly name: number;
  /** The names that must differ. The default is the list itself. */
  readonly all?: readonly Named[];
  readonly keepsWas?: boolean;
}

/** Renames an item of a list. Former names that are in use again are removed, because the configuration refuses them. */
function rename(list: readonly Named[] | undefined, at: number, { pool, name, all, keepsWas }: Renaming): void {
  const chosen = pick(list, at);
  const others = all ?? list ?? [];
  const free = freeName(pool, { all: others, from: name });
  if (chosen === undefined || free === undefined) return;
  const former = chosen.name;
  chosen.name = free;
  chosen.was = keepsWas === true ? (chosen.was ?? former) : former;
  for (const one of others) {
    if (one.was !== undefined && others.some((other) => other.name === one.was)) one.was = undefined;
    if (one !== chosen && one.was === chosen.was) one.was = undefined;
  }
}

function addField(state: ProjectState, [which, name, count]: Operation['at'], type: Field['type']): void {
  const entity = pick(state.entities, which);
  const free = entity && freeName(names.member, { all: membersOf(entity), from: name });
  if (entity === undefined || free === undefined) return;
  const values: Value[] = [];
  if (type === 'Enum') for (let at = 0; at <= count % 4; at += 1) pushValue(values, { state, from: count + at });
  entity.fields.push({
    id: state.nextId++,
    name: free,
    type,
    values,
    initial: count % 2 === 0 ? values[0]?.id : undefined,
  });
}

function pushValue(values: Value[], { state, from }: { readonly state: ProjectState; readonly from: number }): void {
  const name = freeName(names.value, { all: values, from });
  if (name !== undefined) values.push({ id: state.nextId++, name });
}

function addRow(state: ProjectState, which: number, number: number): void {
  const entity = pick(state.entities, which);
  if (entity === undefined) return;
  const rows = state.rows.get(entity.id) ?? new Map<string, Map<number, Cell>>();
  const row = new Map<number, Cell>();
  for (const { id, type, values } of entity.fields) {
    const value = type === 'Enum' ? pick(values, number + id)?.id : type === 'Int' ? number : `text ${number}`;
    if (value !== undefined) row.set(id, value);
  }
  for (const { id, type, target } of entity.relations) {
    const other = pick([...(state.rows.get(target)?.keys() ?? [])], number);
    if (type === 'many-to-one' && other !== undefined) row.set(id, other);
  }
  rows.set(`r${state.nextId++}`, row);
  state.rows.set(entity.id, rows);
}

function membersOf(entity: Entity | undefined): readonly (Field | Relation)[] {
  return entity === undefined ? [] : [...entity.fields, ...entity.relations];
}

function enumsOf(entity: Entity | undefined): readonly Field[] {
  return entity?.fields.filter(({ type }) => type === 'Enum') ?? [];
}

function pick<Item>(list: readonly Item[] | undefined, at: number): Item | undefined {
  return list === undefined || list.length === 0 ? undefined : list[at % list.length];
}

/** Returns the first free name from a place of the pool on. */
function freeName(
  pool: readonly string[],
  { all, from }: { readonly all: readonly { readonly name: string }[]; readonly from: number },
): string | undefined {
  const turned = pool.map((_, at) => pool[(at + from) % pool.length] ?? '');
  return turned.find((name) => all.every((one) => one.name !== name));
}
