import { describe, expect, it } from 'vitest';
import { requiredSecrets } from '../../server/generated/variables';
import { testUser } from '../../server/lib/auth/port';
import { useApi } from '../support/api';

describe('the admin area', () => {
  const api = useApi();
  const paths = ['/api/admin', '/api/admin/settings', '/api/admin/unknown'];

  it.each(paths)('refuses visitors at %s', async (path) => {
    expect((await api.get(path)).status).toBe(401);
  });

  it.each(paths)('refuses users at %s', async (path) => {
    const user = await testUser();
    expect((await api.as(user).get(path)).status).toBe(403);
  });

  it('returns the current administrator', async () => {
    const user = await testUser('ADMIN');
    const { status, body } = await api.as(user).get('/api/admin');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { id: user.id } });
  });

  it('reports to every caller whether the area is open to them', async () => {
    const path = '/api/admin/access';
    const [user, administrator] = [await testUser(), await testUser('ADMIN')];
    const callers = [api, api.as(user), api.as(administrator)];
    const answers = await Promise.all(callers.map((caller) => caller.get(path)));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: { isAllowed: false, userId: null, roles: [] } },
      { status: 200, body: { isAllowed: false, userId: user.id, roles: ['USER'] } },
      { status: 200, body: { isAllowed: true, userId: administrator.id, roles: ['ADMIN'] } },
    ]);
  });

  it('answers 404 and 405 like the rest of the API', async () => {
    const admin = api.as(await testUser('ADMIN'));
    expect((await admin.get('/api/admin/unknown')).status).toBe(404);
    expect((await admin.request('/api/admin', { method: 'PUT' })).status).toBe(405);
  });

  it('shows only whether a secret is set', async () => {
    const admin = api.as(await testUser('ADMIN'));
    const { body } = await admin.get('/api/admin/settings');
    const shown = JSON.stringify(body);
    for (const name of requiredSecrets) {
      expect(shown).toContain(`"variable":"${name}","isSet":true`);
      expect(shown).not.toContain(process.env[name]);
    }
  });
});
