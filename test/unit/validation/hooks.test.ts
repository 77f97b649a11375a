import { expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { codesOf, files, unvalidatedText } from './trial.ts';

const own = files('server/lib/audit.ts', 'server/lib/seen/index.ts', 'client/lib/audit.ts', "server/a';evil();'.ts");
const use = (module: string, entity = '*'): Operation => ({ kind: 'registerHooks', entity, module });
const codes = (...operations: readonly Operation[]) => codesOf([own, ...operations]);

/** Control: without validation, the module is imported. */
const rendered = (...operations: readonly Operation[]) =>
  unvalidatedText('server/generated/hooks.ts', [own, ...operations]);

test.each(['server/lib/audit', 'server/lib/audit.ts', 'server/lib/seen'])('accepts %s', (module) => {
  expect(codes(use(module))).toEqual([]);
});

test.each(['server/lib/db', 'client/lib/audit', 'node_modules/express/index.js', 'server/lib'])(
  'refuses %s, which is not a server module of the plugin',
  (module) => {
    expect(codes(use(module))).toEqual(['JUDGE_HOOKS_MODULE']);
    expect(rendered(use(module))).toContain("entity: '*'");
  },
);

test('refuses a name that is code', () => {
  expect(codes(use("server/a';evil();'"))).toEqual(['JUDGE_MODULE_NAME']);
  expect(rendered(use("server/a';evil();'"))).toContain('evil();');
});

test('refuses a module twice for one entity', () => {
  expect(codes(use('server/lib/audit'), use('server/lib/audit', 'Order'))).toEqual([]);
  expect(codes(use('server/lib/audit'), use('server/lib/audit.ts'))).toEqual(['JUDGE_HOOKS_TWICE']);
  expect(rendered(use('server/lib/audit'), use('server/lib/audit.ts'))?.match(/entity: /gu)).toHaveLength(2);
});
