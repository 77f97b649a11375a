import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { audit } from '../../server/lib/auth/audit';
import { flushAudit, removeOldEvents } from '../../server/lib/auth/audit-store';
import { authConfig } from '../../server/lib/auth/config';
import { testUser } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { log } from '../../server/lib/log';
import { finishWork } from '../../server/lib/shutdown';
import { password, useAuthApi } from './support';

const { send, register } = useAuthApi();

afterEach(() => void vi.restoreAllMocks());

async function events() {
  await flushAudit();
  return db.auditEvent.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] });
}

describe('the stored events', () => {
  beforeEach(async () => {
    await flushAudit();
    await db.auditEvent.deleteMany();
  });

  test('name the users and contain no secrets', async () => {
    const admin = await testUser('SUPER_ADMIN');
    const { email, user, accessToken, refreshToken, headers } = await register();
    await send('login', { body: { email, password: 'Canary-of-tests-1' } });
    await send('/api/admin/users', { headers });
    const path = `/api/admin/users/${user.id}`;
    const canary = { role: 'ADMIN', password: 'Canary' };
    await send(`${path}/role`, { method: 'PUT', headers: admin.headers, body: canary });
    await send(path, { method: 'DELETE', headers: admin.headers });
    await send(`/api/admin/users/${admin.id}`, { method: 'DELETE', headers: admin.headers });
    const stored = await events();
    const shown = stored.map(({ event, outcome, actorId, targetId }) => [
      `${event} ${outcome}`,
      actorId,
      targetId,
    ]);
    expect(shown).toEqual([
      ['register ok', user.id, null],
      ['login refused', user.id, null],
      ['role_denied refused', user.id, null],
      ['role_change ok', admin.id, user.id],
      ['user_delete ok', admin.id, user.id],
      ['user_delete refused', admin.id, admin.id],
    ]);
    expect(stored[3]?.data).toEqual({ role: 'ADMIN' });
    expect(stored[0]).toMatchObject({ ip: expect.any(String), userAgent: expect.any(String) });
    const text = JSON.stringify(stored);
    for (const secret of [password, 'Canary', accessToken, refreshToken, email]) {
      expect(text).not.toContain(secret);
    }
  });

  test('do not include the question whether the admin area is open', async () => {
    await send('/api/admin/access', await testUser());
    expect(await events()).toEqual([]);
  });

  test('do not delay the response', async () => {
    let store = () => {};
    const stored = new Promise<void>((resolve) => (store = resolve));
    const write = vi.spyOn(db.auditEvent, 'createMany');
    write.mockReturnValue(stored as unknown as ReturnType<typeof db.auditEvent.createMany>);
    expect((await send('register', { body: { email: 'eve@example.com', password } })).status).toBe(
      201,
    );
    await vi.waitFor(() => expect(write).toHaveBeenCalled());
    store();
  });

  test('are stored when the server stops', async () => {
    audit('logout', undefined, { outcome: 'ok' });
    await finishWork(1000);
    expect(await db.auditEvent.count()).toBe(1);
  });

  test('are only logged if they cannot be stored', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    vi.spyOn(db.auditEvent, 'createMany').mockRejectedValueOnce(new Error('locked'));
    audit('logout', undefined, { outcome: 'ok' });
    await flushAudit();
    for (let count = 0; count < 1_001; count += 1) audit('logout', undefined, { outcome: 'ok' });
    const codes = logged.mock.calls.map(([line]) => (line as unknown as { code: string }).code);
    expect(codes).toEqual(['audit_failed', 'audit_queue_full']);
    expect(await events()).toHaveLength(1_000);
  });

  test('are removed after the configured days', async () => {
    const day = 86_400_000;
    const ages = [authConfig.auditDays + 1, authConfig.auditDays - 1];
    const data = ages.map((days) => ({
      at: new Date(Date.now() - days * day),
      event: 'login',
      outcome: 'ok',
    }));
    await db.auditEvent.createMany({ data });
    await removeOldEvents();
    expect((await events()).map(({ at }) => at)).toEqual([data[1]?.at]);
  });
});

describe('GET /api/admin/audit', () => {
  interface Shown {
    readonly id: string;
    readonly event: string;
    readonly actor: object | null;
  }

  async function read(query: string, { headers }: Awaited<ReturnType<typeof testUser>>) {
    const answer = await send(`/api/admin/audit?${query}`, { headers });
    const shown = answer.body as unknown as readonly Shown[];
    return { status: answer.status, shown, link: answer.headers.get('Link') ?? '' };
  }

  test('is open to administrators only', async () => {
    expect((await send('/api/admin/audit')).status).toBe(401);
    const statuses = [];
    for (const role of ['USER', 'ADMIN', 'SUPER_ADMIN'] as const) {
      statuses.push((await read('', await testUser(role))).status);
    }
    expect(statuses).toEqual([403, 200, 200]);
  });

  test('filters by event, outcome, users and time', async () => {
    const admin = await testUser('ADMIN');
    const { email, user, headers } = await register();
    await send('login', { body: { email, password: 'Wrong-password-1' } });
    await send('logout', { method: 'POST', headers });
    await send(`/api/admin/users/${user.id}/sessions`, {
      method: 'DELETE',
      headers: admin.headers,
    });
    const found = async (query: string) =>
      (await read(query, admin)).shown.map(({ event }) => event);
    expect(await found(`actor=${user.id}`)).toEqual(['logout', 'login', 'register']);
    expect(await found(`actor=${email.toUpperCase()}&outcome=ok`)).toEqual(['logout', 'register']);
    expect(await found(`actor=${user.id}&event=login`)).toEqual(['login']);
    expect(await found(`target=${email}`)).toEqual(['user_sessions_end']);
    const [first] = (await read(`target=${email}`, admin)).shown;
    expect(first).toMatchObject({ target: { id: user.id, email }, actor: { id: admin.id } });
    const [later, earlier] = [60_000, -60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    expect(await found(`actor=${user.id}&from=${later}`)).toEqual([]);
    expect(await found(`actor=${user.id}&to=${earlier}`)).toEqual([]);
    expect(await found(`target=${user.id}&from=${earlier}&to=${later}`)).toHaveLength(1);
    expect(await found('actor=unknown@example.com')).toEqual([]);
  });

  test('returns all events page by page', async () => {
    const admin = await testUser('ADMIN');
    const { user } = await register();
    const at = new Date();
    const data = Array.from({ length: 5 }, () => ({
      at,
      event: 'refresh',
      outcome: 'ok',
      actorId: user.id,
    }));
    await db.auditEvent.createMany({ data });
    const ids = new Set<string>();
    let query: string | undefined = `actor=${user.id}&event=refresh&limit=2`;
    const sizes: number[] = [];
    while (query !== undefined) {
      const { shown, link } = await read(query, admin);
      sizes.push(shown.length);
      for (const { id } of shown) ids.add(id);
      query = /\?(.+)>; rel="next"/.exec(link)?.[1];
    }
    expect([sizes, ids.size]).toEqual([[2, 2, 1], 5]);
  });

  test('refuses unknown parameters and other cursors', async () => {
    const admin = await testUser('ADMIN');
    for (const query of ['event=%20', 'outcome=x', 'from=x', 'limit=0', 'cursor=x', 'ip=::1']) {
      expect((await read(query, admin)).status).toBe(422);
    }
  });
});
