import { isDeepStrictEqual } from 'node:util';
import type { DataModel, EntityModel, ScalarField } from '../../src/data-layer/model.ts';

/** One request of the suite and its answer, without what differs from run to run: ids, and times that are now. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Values no field of an API should choke on, operator objects of the query language among them. */
const hostileValues: readonly unknown[] = [
  null,
  '',
  'x',
  -1,
  0.1,
  1e21,
  '1e400',
  '9'.repeat(400),
  'NaN',
  true,
  [],
  [[]],
  {},
  { contains: '' },
  { not: null },
  { set: 1 },
  { connect: { id: 'x' } },
  '\u0000',
  '\ud800',
  '2026-02-30T00:00:00Z',
  '2026-02-30',
  '0000-01-01',
  'javascript:alert(1)',
  '0001-01-01T00:00:00+14:00',
  nested(200),
];

/**
 * Speaks to every endpoint of a generated application: round trips, sorting, filters, paging, wrong input, clashes, deletion.
 *
 * @throws Error if a read differs from the write, or a response is a 5xx
 */
export async function speakToApi(url: string, model: DataModel): Promise<readonly Exchange[]> {
  const suite = new Suite(url);
  const entities = inOrderOfNeed(model);
  for (const entity of entities.toReversed()) await suite.empty(entity);
  for (const entity of entities) await suite.create(entity);
  for (const entity of entities) await suite.lists(entity);
  for (const entity of entities) await suite.wrongInput(entity);
  for (const entity of entities) await suite.remove(entity);
  for (const entity of entities.toReversed()) await suite.remove(entity);
  return suite.exchanges;
}

class Suite {
  readonly exchanges: Exchange[] = [];
  readonly #ids = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Deletes what a seed left. */
  async empty(entity: EntityModel): Promise<void> {
    const path = `/api/${entity.names.route}`;
    for (;;) {
      const list = await fetch(`${this.#url}${path}?limit=200`);
      const records = (await list.json()) as readonly { readonly id: string }[];
      if (records.length === 0) return;
      for (const { id } of records) await this.#ask('DELETE', `${path}/${id}`);
    }
  }

  /** Two records; the second is changed into another value of everything. */
  async create(entity: EntityModel): Promise<void> {
    const path = `/api/${entity.names.route}`;
    for (const number of [1, 2]) {
      const body = this.#sample(entity, number);
      const created = await this.#ask('POST', path, body);
      mustEqual(pick(created.body, body), body, `${path} ${created.status} ${JSON.stringify(created.body)}`);
      const id = String(created.body['id']);
      this.#ids.set(id, `<${entity.names.pascal} ${number}>`);
      this.#keep(created);
      this.#keep(await this.#ask('GET', `${path}/${id}`));
    }
    const id = this.#idOf(entity, 2);
    const changed = this.#sample(entity, 3);
    const patched = await this.#ask('PATCH', `${path}/${id}`, changed);
    mustEqual(pick(patched.body, changed), changed, `PATCH ${path} ${patched.status}`);
    this.#keep(patched);
    const included = [...entity.references, ...entity.links].map(({ name }) => name).join(',');
    if (included !== '') this.#keep(await this.#ask('GET', `${path}/${id}?include=${included}`));
    this.#keep(await this.#ask('POST', path, this.#sample(entity, 1)));
  }

  async lists(entity: EntityModel): Promise<void> {
    const path = `/api/${entity.names.route}`;
    const { body } = await this.#ask('GET', `${path}/${this.#idOf(entity, 2)}`);
    const columns = [...entity.fields.map(({ name }) => name), ...entity.references.map(({ idField }) => idField)];
    for (const name of columns) {
      for (const sort of [name, `-${name}`]) {
        const first = await this.#ask('GET', `${path}?limit=1&sort=${sort}`);
        this.#keep(first);
        if (first.next !== undefined) this.#keep(await this.#ask('GET', first.next));
      }
      this.#keep(await this.#ask('GET', `${path}?${name}=${encodeURIComponent(String(body[name]))}`));
      for (const wrong of ['', 'x', '%00', '1e400', '[]', '9'.repeat(40)]) {
        this.#keep(await this.#ask('GET', `${path}?${name}=${wrong}`));
      }
      this.#keep(await this.#ask('GET', `${path}?${name}[contains]=`));
    }
    for (const query of [
      'cursor=x',
      'cursor=',
      'limit=0',
      'limit=201',
      'limit=x',
      'sort=id;',
      'include=x',
      'nothing=1',
    ]) {
      this.#keep(await this.#ask('GET', `${path}?${query}`));
    }
    for (const id of ['nobody', 'a%00b']) {
      this.#keep(await this.#ask('GET', `${path}/${id}`));
      this.#keep(await this.#ask('DELETE', `${path}/${id}`));
    }
    this.#keep(await this.#ask('PUT', path, {}));
  }

  async wrongInput(entity: EntityModel): Promise<void> {
    const path = `/api/${entity.names.route}/${this.#idOf(entity, 1)}`;
    const keys = Object.keys(this.#sample(entity, 1));
    for (const key of keys) {
      for (const value of hostileValues) this.#keep(await this.#ask('PATCH', path, { [key]: value }));
      this.#keep(await this.#ask('PATCH', path, this.#sample(entity, 1)));
    }
    this.#keep(await this.#ask('POST', `/api/${entity.names.route}`, {}));
    for (const body of [[], 'text', 1, null, { __proto__: null, constructor: 1 }]) {
      this.#keep(await this.#ask('PATCH', path, body));
    }
  }

  async remove(entity: EntityModel): Promise<void> {
    const path = `/api/${entity.names.route}/${this.#idOf(entity, 1)}`;
    this.#keep(await this.#ask('DELETE', path));
  }

  #sample(entity: EntityModel, number: number): Json {
    const other = number === 3 ? 1 : number;
    return {
      ...Object.fromEntries(entity.fields.map((field) => [field.name, sampleOf(field, number)])),
      ...Object.fromEntries(
        entity.references
          .filter(({ target, required }) => required || target !== entity.names.pascal)
          .map(({ idField, target, unique }) => {
            const isBound = unique || entity.uniques.some((group) => group.includes(idField));
            return [idField, this.#named(target, isBound ? Math.min(number, 2) : other)];
          }),
      ),
      ...Object.fromEntries(
        entity.links
          .filter(({ target }) => target !== entity.names.pascal || number === 3)
          .map(({ idsField, target }) => [idsField, [this.#named(target, 1)]]),
      ),
    };
  }

  #named(entity: string, number: number): string {
    const found = [...this.#ids].find(([, name]) => name === `<${entity} ${number}>`);
    if (found === undefined) throw new Error(`no ${entity} ${number} yet`);
    return found[0];
  }

  #idOf({ names }: EntityModel, number: number): string {
    return this.#named(names.pascal, number);
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: json }) };
    const response = await fetch(`${this.#url}${path}`, init);
    const text = await response.text();
    if (response.status >= 500)
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${text}`);
    const next = /<([^>]+)>; rel="next"/u.exec(response.headers.get('link') ?? '')?.[1];
    const request = `${method} ${path} ${JSON.stringify(body) ?? ''}`;
    return { request, status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json), next };
  }

  #keep({ request, status, body }: Answer): void {
    const plain = (text: string): string =>
      [...this.#ids]
        .reduce((rest, [id, name]) => rest.replaceAll(id, name), text)
        .replaceAll(anyTime, (time) => (isNow(time) ? '<now>' : time));
    const written: unknown = JSON.parse(plain(JSON.stringify(body)));
    this.exchanges.push({ request: cursorless(plain(request)), status, body: withoutUnknownIds(written) });
  }
}

interface Answer {
  readonly request: string;
  readonly status: number;
  readonly body: Json;
  /** The address of the next page. */
  readonly next: string | undefined;
}

const json = { 'content-type': 'application/json' };
const anyTime = /\d{4}-\d\d-\d\dT[0-9:.]+Z/gu;
const today = (): string => new Date().toISOString().slice(0, 10);
const firstDay = today();

/** Whether a time is of a day of this run, which may go on past midnight. */
function isNow(time: string): boolean {
  const day = time.slice(0, 10);
  return day >= firstDay && day <= today();
}

const cursorless = (text: string): string => text.replace(/cursor=[^& ]+/gu, 'cursor=…');

/** Ids of records that the suite made only by the way. */
function withoutUnknownIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"c[a-z0-9]{24}"/gu, '"<id>"'));
}

/** Three different values of a field that keep to its rules, as the API answers them. */
function sampleOf(field: ScalarField, number: number): unknown {
  const { type, name, pattern, format, values = [], min, max } = field;
  switch (type) {
    case 'String':
    case 'Text':
      if (format !== undefined) return formatted[format]?.[number];
      return pattern === undefined ? `${name} ${number}` : (patterned[pattern]?.[number] ?? '');
    case 'Int':
      return Math.min(Number(min ?? 0) + number, Number(max ?? 1_000));
    case 'BigInt':
      return `900719925474099${number}`;
    case 'Float':
      return number + 0.25;
    case 'Decimal':
      return `${number}0.25`;
    case 'Boolean':
      return number % 2 === 1;
    case 'Date':
      return `2024-02-1${number}`;
    case 'DateTime':
      return `2024-0${number}-28T12:00:00.000Z`;
    case 'Json':
      return { number, list: [1, null, 'x', { deep: true }] };
    case 'Enum':
      return values[number % values.length];
    default:
      throw new Error(`field type ${String(type satisfies never)}`);
  }
}

const formatted: Readonly<Record<string, readonly string[]>> = {
  email: [0, 1, 2, 3].map((number) => `name${number}@example.com`),
  url: [0, 1, 2, 3].map((number) => `https://example.com/${number}`),
  phone: [0, 1, 2, 3].map((number) => `+4930123450${number}`),
  slug: [0, 1, 2, 3].map((number) => `slug-${number}`),
  color: [0, 1, 2, 3].map((number) => `#00ff0${number}`),
};

const patterned: Readonly<Record<string, readonly string[]>> = {
  '[A-Z]{2}': ['AA', 'BB', 'CC', 'DD'],
  '[0-9]{5}': ['00000', '11111', '22222', '33333'],
};

/** An entity after those it refers to. */
function inOrderOfNeed({ entities }: DataModel): readonly EntityModel[] {
  const sorted: EntityModel[] = [];
  const visit = (entity: EntityModel): void => {
    if (sorted.includes(entity)) return;
    for (const { target } of [...entity.references, ...entity.links]) {
      const needed = entities.find(({ names }) => names.pascal === target);
      if (needed !== undefined && needed !== entity) visit(needed);
    }
    sorted.push(entity);
  };
  entities.forEach(visit);
  return sorted;
}

/**
 * Returns the written keys of a response. Lists of ids are copied from the request, because responses do not contain
 * them.
 */
function pick(body: Json, written: Json): Json {
  return Object.fromEntries(Object.keys(written).map((key) => [key, key.endsWith('Ids') ? written[key] : body[key]]));
}

function mustEqual(found: unknown, wanted: unknown, what: string): void {
  if (!isDeepStrictEqual(found, wanted)) {
    throw new Error(`${what}\nwrote ${JSON.stringify(wanted)}\nread  ${JSON.stringify(found)}`);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}
