import { describe, expect, test } from 'vitest';
import { passkeyProject, providersProject } from '../../support/auth-project.ts';
import { npm, typecheck } from '../../support/shop.ts';

describe.each([
  ['auth-nextauth', providersProject],
  ['auth-passkey', passkeyProject],
])('a project with %s', (plugin, project) => {
  test.each([typecheck, 'lint', 'format:check'])('passes %s', async (script) => {
    expect(await npm(await project(), ['run', ...script.split(' ')])).toMatchObject({ code: 0 });
  });

  test('passes the generated tests of the plugin', async () => {
    expect(await npm(await project(), ['test', '--', `test/${plugin}`])).toMatchObject({ code: 0 });
  });
});
