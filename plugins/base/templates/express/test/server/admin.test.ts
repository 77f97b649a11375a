import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { securityScheme } from '../../server/generated/auth';
import { pluginVariables } from '../../server/generated/variables';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';

describe.runIf(securityScheme === undefined)('the admin area without authentication', () => {
  const api = useApi();

  it('is open while the application is developed', async () => {
    const { status, body } = await api.get('/api/admin');
    expect({ status, body }).toEqual({ status: 200, body: { user: null } });
  });

  it('answers 404 and 405 like the rest of the API', async () => {
    expect((await api.get('/api/admin/unknown')).status).toBe(404);
    expect((await api.request('/api/admin', { method: 'PUT' })).status).toBe(405);
  });

  it('shows of a secret only whether it is set', async () => {
    const { body } = await api.get('/api/admin/settings');
    const shown = JSON.stringify(body);
    for (const name of Object.keys(pluginVariables)) {
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
  });
});
