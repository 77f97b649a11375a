import { describe, expect, it } from 'vitest';
import { accessRules } from '../../server/generated/access';
import { type Caller, type Problem, useApi } from './api';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Operation = 'read' | 'create' | 'update' | 'delete';
type Rule = 'public' | 'authenticated' | 'owner' | 'admin' | readonly string[];

/** A relation to another entity. */
interface Relation {
  /** The field with the id or the ids of related records. */
  readonly field: string;
  readonly target: string;
  /** A field of the related record, to filter by. */
  readonly column?: string;
  readonly many?: true;
}

interface Entity {
  readonly path: string;
  readonly build: () => Promise<object>;
  /** Creates a record in the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Whether a plugin provides the model. Its rules refuse requests that the access rules permit. */
  readonly isProvided?: true;
}

interface Project<Role extends string> {
  /** Creates a user. */
  readonly user: (role?: Role | 'ADMIN') => Promise<Caller>;
  /** The roles in access rules. */
  readonly roles: readonly Role[];
  readonly entities: Readonly<Record<string, Entity>>;
}

interface Field {
  readonly entity: string;
  readonly field: string;
}

/** The records that a rule permits: all, the caller’s, or none, with the status of the refusal. */
type Permission = 'all' | 'own' | 401 | 403;

/** Tests each request to each entity by each kind of caller, as the access rules demand. */
export function testAccess<Role extends string>({ user, roles, entities }: Project<Role>): void {
  const api = useApi();
  const kinds: readonly { readonly name: string; readonly role?: Role | 'ADMIN' }[] = [
    { name: 'anonymous' },
    { name: 'owner' },
    { name: 'other' },
    ...roles.map((role) => ({ name: role, role })),
    { name: 'admin', role: 'ADMIN' },
  ];
  const users = new Map<string, Promise<Caller>>();
  const userOf = (name: string) => {
    const known = users.get(name) ?? user(kinds.find((kind) => kind.name === name)?.role);
    users.set(name, known);
    return known;
  };
  const requestsAs = async (name: string) =>
    name === 'anonymous' ? api : api.as(await userOf(name));

  function permission(entity: string, operation: Operation, name: string): Permission {
    const rule: Rule = accessRules.get(entity)?.[operation] ?? 'public';
    if (rule === 'public') return 'all';
    if (name === 'anonymous') return 401;
    if (name === 'admin' || rule === 'authenticated') return 'all';
    const names = [rule].flat();
    if (names.includes(name === 'owner' || name === 'other' ? 'USER' : name)) return 'all';
    return names.includes('owner') ? 'own' : 403;
  }

  const ownerOf = (entity: string) => accessRules.get(entity)?.owner ?? [];
  const relationsOf = (entity: string) => Object.entries(entities[entity]?.relations ?? {});

  /** Returns whether a caller may read or set a field. */
  function mayUse({ entity, field }: Field, side: 'read' | 'write', name: string): boolean {
    const rule: Rule = accessRules.get(entity)?.fields?.[field]?.[side] ?? 'public';
    const roleOf = name === 'owner' || name === 'other' ? 'USER' : name;
    return (
      rule === 'public' ||
      (name !== 'anonymous' &&
        (name === 'admin' || rule === 'authenticated' || rule.includes(roleOf)))
    );
  }

  const build = async (entity: string) => ({ ...(await entities[entity]?.build()) });
  const fieldsOf = (entity: string) => Object.keys(accessRules.get(entity)?.fields ?? {});

  /** Returns the body without the fields that a caller may not set. */
  function settable(entity: string, body: object, name: string): object {
    const fields = fieldsOf(entity).filter((field) => !mayUse({ entity, field }, 'write', name));
    return Object.fromEntries(Object.entries(body).filter(([key]) => !fields.includes(key)));
  }

  /** Returns the body of a record that belongs to a user. */
  async function bodyOf(entity: string, owner: Caller, path = ownerOf(entity)): Promise<object> {
    const body = await entities[entity]?.build();
    const [key = '', ...rest] = path;
    if (path.length === 0) return { ...body };
    const relation = entities[entity]?.relations?.[key];
    if (relation === undefined) return { ...body, [key]: owner.id };
    const parent = await createFor(relation.target, owner, rest);
    return { ...body, [relation.field]: parent.id };
  }

  /** Creates a record that belongs to a user, with all its relations. */
  async function createFor(entity: string, owner: Caller, path = ownerOf(entity)): Promise<Row> {
    const body: Record<string, unknown> = { ...(await bodyOf(entity, owner, path)) };
    for (const [name, { field, target, many }] of relationsOf(entity)) {
      if (name === path[0] || target === entity) continue;
      const id = (await entities[target]?.create())?.id;
      body[field] = many ? [id] : id;
    }
    const admin = await requestsAs('admin');
    const created = await admin.post<Row>(entities[entity]?.path ?? '', body);
    expect(created.status).toBe(201);
    return created.body;
  }

  const shared = new Map<string, Promise<Row>>();
  /** Returns a record of the owner that no test deletes. */
  const sharedRow = (entity: string) => {
    const row = shared.get(entity) ?? userOf('owner').then((owner) => createFor(entity, owner));
    shared.set(entity, row);
    return row;
  };

  interface Reader {
    readonly entity: string;
    readonly name: string;
    /** Whether the record belongs to the caller. */
    readonly isOwn: boolean;
  }

  /** Returns whether a caller may read the related record of a record. */
  function canRead(relation: string, target: string, { entity, name, isOwn }: Reader): boolean {
    const permitted = permission(target, 'read', name);
    if (permitted !== 'own') return permitted === 'all';
    const [parent, ...rest] = ownerOf(entity);
    return isOwn && parent === relation && rest.join() === ownerOf(target).join();
  }

  const tested = Object.entries(entities).filter(([, { isProvided }]) => isProvided !== true);
  const cases = tested.flatMap(([entity, { path }]) =>
    kinds.map(({ name }) => ({ entity, path, name })),
  );
  describe.each(cases)('$path for $name', ({ entity, path, name }) => {
    const isOwner = name === 'owner';
    /** The status of a request for a record of the owner. */
    const statusOf = (operation: Operation, success: number) => {
      const permitted = permission(entity, operation, name);
      if (permitted === 'all' || (permitted === 'own' && isOwner)) return success;
      return permitted === 'own' ? 404 : permitted;
    };

    it('reads', async () => {
      const row = await sharedRow(entity);
      const caller = await requestsAs(name);
      const at = `${path}?${new URLSearchParams({ createdAt: String(row['createdAt']) })}`;
      const permitted = permission(entity, 'read', name);
      const list = await caller.get<Row[]>(at);
      expect(list.status).toBe(permitted === 'own' ? 200 : statusOf('read', 200));
      const isListed = list.status === 200 && list.body.some(({ id }) => id === row.id);
      const isReadable = statusOf('read', 200) === 200;
      expect(isListed).toBe(isReadable);
      expect((await caller.get(`${path}/${row.id}`)).status).toBe(statusOf('read', 200));
      const csv = await caller.download(at, { Accept: 'text/csv' });
      expect([csv.status, csv.body.includes(row.id)]).toEqual([list.status, isReadable]);
    });

    it('reads related records', async () => {
      const row = await sharedRow(entity);
      const caller = await requestsAs(name);
      const admin = await requestsAs('admin');
      if (statusOf('read', 200) !== 200) return;
      for (const [relation, { target, column, many }] of relationsOf(entity)) {
        if (target === entity) continue;
        const isVisible = canRead(relation, target, { entity, name, isOwn: isOwner });
        const { body } = await caller.get<Row>(`${path}/${row.id}?include=${relation}`);
        const found = [body[relation]].flat().filter(Boolean);
        expect([relation, found.length]).toEqual([relation, isVisible ? 1 : 0]);
        const hidden = fieldsOf(target).filter(
          (field) => !mayUse({ entity: target, field }, 'read', name),
        );
        const shown = found.flatMap((one) => Object.keys(one ?? {}));
        expect(shown.filter((key) => hidden.includes(key))).toEqual([]);
        const all = await admin.get<Row>(`${path}/${row.id}?include=${relation}`);
        const [related] = [all.body[relation]].flat() as Row[];
        const filter = many ? `${relation}[some]` : column && `${relation}.${column}`;
        if (filter === undefined) continue;
        const value: unknown = many ? related?.id : related?.[column ?? ''];
        const rows = await caller.get<Row[]>(
          `${path}?${new URLSearchParams({ [filter]: String(value) })}`,
        );
        expect([filter, rows.body.some(({ id }) => id === row.id)]).toEqual([filter, isVisible]);
      }
    });

    it.each(fieldsOf(entity))('reads %s only if permitted', async (field) => {
      const row = await sharedRow(entity);
      const [caller, admin] = [await requestsAs(name), await requestsAs('admin')];
      const isRead = mayUse({ entity, field }, 'read', name);
      const isFound = statusOf('read', 200) === 200;
      const at = `${path}?${new URLSearchParams({ createdAt: String(row['createdAt']) })}`;
      const [record, list] = [await caller.get(`${path}/${row.id}`), await caller.get(at)];
      const csv = await caller.download(at, { Accept: 'text/csv' });
      const texts = [record.body, list.body].map((body) => JSON.stringify(body));
      expect(texts.map((text) => text.includes(`"${field}":`))).toEqual([
        isFound && isRead,
        isFound && isRead,
      ]);
      const [header = ''] = csv.body.split('\r\n');
      expect(header.split(',').includes(field)).toBe(csv.status === 200 && isRead);
      for (const query of [`${field}=1`, `${field}[ne]=1`, `sort=${field}`]) {
        const usual = (await admin.get(`${path}?${query}`)).status;
        const expected = list.status === 200 ? (isRead ? usual : 422) : list.status;
        expect([query, (await caller.get(`${path}?${query}`)).status]).toEqual([query, expected]);
      }
    });

    it.each(fieldsOf(entity))('sets %s only if permitted', async (field) => {
      const row = await sharedRow(entity);
      const caller = await requestsAs(name);
      const isSet = mayUse({ entity, field }, 'write', name);
      const statusFor = (operation: Operation) => {
        const permitted = permission(entity, operation, name);
        if (permitted === 401 || permitted === 403) return permitted;
        return isSet ? statusOf(operation, 200) : 422;
      };
      const changes = { [field]: row[field] };
      const changed = await caller.patch<Row>(`${path}/${row.id}`, changes);
      expect(changed.status).toBe(statusFor('update'));
      expect(field in changed.body).toBe(
        changed.status === 200 && mayUse({ entity, field }, 'read', name),
      );
      const bulk = { update: [{ id: row.id, changes }] };
      expect((await caller.post(`${path}/bulk`, bulk)).status).toBe(statusFor('update'));
      const created = await caller.post<Problem>(path, { ...(await build(entity)), ...changes });
      const isForbidden = created.body.errors?.some(
        (error) => error.code === 'field_forbidden' && error.pointer === `/${field}`,
      );
      expect(isForbidden ?? false).toBe(statusFor('create') === 422);
    });

    it('creates', async () => {
      const caller = await requestsAs(name);
      const permitted = permission(entity, 'create', name);
      const self = await userOf(name === 'anonymous' ? 'other' : name);
      const body = new Map(Object.entries(settable(entity, await bodyOf(entity, self), name)));
      const isHidden = relationsOf(entity)
        .filter(([, { field }]) => body.has(field))
        .some(
          ([relation, { target }]) => !canRead(relation, target, { entity, name, isOwn: true }),
        );
      const refused = isHidden ? 422 : undefined;
      const isPermitted = permitted === 'all' || permitted === 'own';
      const created = await caller.post<Row>(path, Object.fromEntries(body));
      expect(created.status).toBe(isPermitted ? (refused ?? 201) : permitted);
      const again = settable(entity, await bodyOf(entity, self), name);
      const bulk = await caller.post(`${path}/bulk`, { create: [again] });
      expect(bulk.status).toBe(isPermitted ? (refused ?? 200) : permitted);
    });

    it('changes', async () => {
      const { id } = await sharedRow(entity);
      const caller = await requestsAs(name);
      expect((await caller.patch(`${path}/${id}`, {})).status).toBe(statusOf('update', 200));
      const read = await caller.get(`${path}/${id}`);
      const headers = {
        'Content-Type': 'application/json',
        'If-Match': read.headers.get('ETag') ?? '*',
      };
      const condition = { method: 'PATCH', headers, body: '{}' };
      const same = await caller.request(`${path}/${id}`, condition);
      expect(same.status).toBe(statusOf('update', 200));
      const bulk = await caller.post(`${path}/bulk`, { update: [{ id, changes: {} }] });
      expect(bulk.status).toBe(statusOf('update', 200));
    });

    it('deletes', async () => {
      const [one, other] = [
        await createFor(entity, await userOf('owner')),
        await createFor(entity, await userOf('owner')),
      ];
      const caller = await requestsAs(name);
      expect((await caller.delete(`${path}/${one.id}`)).status).toBe(statusOf('delete', 204));
      const bulk = await caller.post(`${path}/bulk`, { delete: [other.id] });
      expect(bulk.status).toBe(statusOf('delete', 200));
    });
  });

  const owned = tested.map(([entity]) => entity).filter((entity) => ownerOf(entity).length > 0);
  describe.each(owned)('the owner of %s', (entity) => {
    const { path } = entities[entity] ?? { path: '' };
    const [key = '', ...rest] = ownerOf(entity);
    const field = rest.length === 0 ? key : (entities[entity]?.relations?.[key]?.field ?? '');

    const isLimited = (operation: Operation) =>
      permission(entity, operation, 'owner') === 'own' ||
      (rest.length === 0 && accessRules.get(entity)?.[operation] === 'authenticated');

    it('is not set by another user', async () => {
      const [one, other] = [await userOf('owner'), await userOf('other')];
      const stolen = settable(entity, await bodyOf(entity, other), 'owner');
      const changes = { [field]: new Map<string, unknown>(Object.entries(stolen)).get(field) };
      const { id } = await createFor(entity, one);
      const caller = api.as(one);
      const bulk = (body: object) => caller.post<Problem>(`${path}/bulk`, body);
      const requests = [
        ['create', '', () => caller.post<Problem>(path, stolen)],
        ['create', '/create/0', () => bulk({ create: [stolen] })],
        ['update', '', () => caller.patch<Problem>(`${path}/${id}`, changes)],
        ['update', '/update/0/changes', () => bulk({ update: [{ id, changes }] })],
      ] as const;
      const code = rest.length === 0 ? 'field_forbidden' : undefined;
      for (const [, place, send] of requests.filter(([operation]) => isLimited(operation))) {
        const { status, body } = await send();
        const [error] = body.errors ?? [];
        expect([status, error?.code, error?.pointer]).toEqual([422, code, `${place}/${field}`]);
      }
      expect((await (await requestsAs('admin')).get<Row>(`${path}/${id}`)).body[field]).not.toBe(
        changes[field],
      );
    });

    it('is accepted unchanged', async () => {
      const one = await userOf('owner');
      const row = await createFor(entity, one);
      if (!isLimited('update')) return;
      const changed = await api.as(one).patch<Row>(`${path}/${row.id}`, { [field]: row[field] });
      expect(changed.status).toBe(200);
    });

    it('is set by an administrator', async () => {
      const [one, other] = [await userOf('owner'), await userOf('other')];
      const row = await createFor(entity, one);
      const { [field]: target } = (await bodyOf(entity, other)) as Row;
      const admin = await requestsAs('admin');
      const changed = await admin.patch<Row>(`${path}/${row.id}`, { [field]: target });
      expect(changed.body[field]).toBe(target);
    });
  });
}
