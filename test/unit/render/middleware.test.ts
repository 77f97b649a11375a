import { expect, test } from 'vitest';
import type { MiddlewarePosition, Operation } from '../../../sandbox/index.ts';
import { contribution, rendered } from './contributions.ts';

const path = 'server/generated/middleware.ts';

/** Creates a plugin that registers modules, given as `position module`. */
const plugin = (name: string, ...uses: readonly (readonly [MiddlewarePosition, string])[]) =>
  contribution(name, {
    operations: [
      { kind: 'copyTemplates', files: uses.map(([, module]) => ({ path: `${module}.ts`, content: '' })) },
      ...uses.map(([position, module]): Operation => ({ kind: 'registerMiddleware', position, module })),
    ],
  });

const audit = plugin('audit', ['afterAuth', 'server/lib/audit/record'], ['beforeRoutes', 'server/lib/audit/body']);
const tenants = plugin('tenants', ['afterAuth', 'server/lib/tenants'], ['beforeAuth', 'server/lib/a/record']);

test('has empty lists without plugins', () => {
  expect(rendered(path, {})).toContain('export const beforeAuth: RequestHandler[] = [];');
});

test('runs handlers in the order of the plugins and their calls', () => {
  const text = rendered(path, { contributions: [audit, tenants] }) ?? '';
  expect(text).toContain(`import { middleware as libARecordMiddleware } from '../lib/a/record';
import { middleware as libAuditBodyMiddleware } from '../lib/audit/body';
import { middleware as libAuditRecordMiddleware } from '../lib/audit/record';
import { middleware as libTenantsMiddleware } from '../lib/tenants';
`);
  expect(text).toContain('beforeAuth: RequestHandler[] = [libARecordMiddleware];');
  expect(text).toContain('afterAuth: RequestHandler[] = [libAuditRecordMiddleware, libTenantsMiddleware];');
  expect(text).toContain('beforeRoutes: RequestHandler[] = [libAuditBodyMiddleware];');
});

test('removes exactly the handlers of a plugin', () => {
  const alone = rendered(path, { contributions: [tenants] });
  expect(alone).not.toContain('audit');
  expect(alone).toContain('afterAuth: RequestHandler[] = [libTenantsMiddleware];');
});
