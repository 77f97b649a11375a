import type { Emitter } from '../emitter.ts';
import { hasAuth } from './auth-port.ts';

/** `test/server/admin.test.ts`: the access tests of the admin area. */
export const adminTests: Emitter = function* (input) {
  yield { path: 'test/server/admin.test.ts', content: hasAuth(input) ? guarded : open };
};

const guarded = `import { describe, expect, it } from 'vitest';
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

${answers("api.as(await testUser('ADMIN'))")}});
`;

const open = `import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requiredSecrets } from '../../server/generated/variables';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';

describe('the admin area without authentication', () => {
  const api = useApi();

  it('is open in development', async () => {
    const { status, body } = await api.get('/api/admin');
    expect({ status, body }).toEqual({ status: 200, body: { user: null } });
  });

${answers('api')}
  describe('in production', () => {
    beforeEach(() => {
      env.NODE_ENV = 'production';
    });
    afterEach(() => {
      env.NODE_ENV = 'test';
    });

    it.each(['', '/settings', '/unknown'])('is closed at /api/admin%s', async (path) => {
      const { status, body } = await api.get<Problem>(\`/api/admin\${path}\`);
      expect([status, body.code]).toEqual([403, 'admin_not_configured']);
    });
  });
});
`;

/** Returns the tests that all permitted callers share. */
function answers(caller: string): string {
  const [before, admin] = caller === 'api' ? ['', caller] : [`    const admin = ${caller};\n`, 'admin'];
  return `  it('answers 404 and 405 like the rest of the API', async () => {
${before}    expect((await ${admin}.get('/api/admin/unknown')).status).toBe(404);
    expect((await ${admin}.request('/api/admin', { method: 'PUT' })).status).toBe(405);
  });

  it('shows only whether a secret is set', async () => {
${before}    const { body } = await ${admin}.get('/api/admin/settings');
    const shown = JSON.stringify(body);
    for (const name of requiredSecrets) {
      expect(shown).toContain(\`"variable":"\${name}","isSet":true\`);
      expect(shown).not.toContain(process.env[name]);
    }
  });
`;
}
