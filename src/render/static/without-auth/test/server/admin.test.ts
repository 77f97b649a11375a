import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requiredSecrets } from '../../server/generated/variables';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';

describe('the admin area without authentication', () => {
  const api = useApi();

  it('is open in development', async () => {
    const { status, body } = await api.get('/api/admin');
    expect({ status, body }).toEqual({ status: 200, body: { user: null } });
    expect((await api.get('/api/admin/access')).body).toEqual({
      isAllowed: true,
      userId: null,
      roles: [],
    });
  });

  it('answers 404 and 405 like the rest of the API', async () => {
    expect((await api.get('/api/admin/unknown')).status).toBe(404);
    expect((await api.request('/api/admin', { method: 'PUT' })).status).toBe(405);
  });

  it('shows only whether a secret is set', async () => {
    const { body } = await api.get('/api/admin/settings');
    const shown = JSON.stringify(body);
    for (const name of requiredSecrets) {
      expect(shown).toContain(`"variable":"${name}","isSet":true`);
      expect(shown).not.toContain(process.env[name]);
    }
  });

  describe('in production', () => {
    beforeEach(() => {
      env.NODE_ENV = 'production';
    });
    afterEach(() => {
      env.NODE_ENV = 'test';
    });

    it.each(['', '/settings', '/unknown'])('is closed at /api/admin%s', async (path) => {
      const { status, body } = await api.get<Problem>(`/api/admin${path}`);
      expect([status, body.code]).toEqual([403, 'admin_not_configured']);
    });

    it('reports to callers that it is closed', async () => {
      const { status, body } = await api.get('/api/admin/access');
      expect({ status, body }).toEqual({
        status: 200,
        body: { isAllowed: false, userId: null, roles: [] },
      });
    });
  });
});
