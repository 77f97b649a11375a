import { expect, test } from 'vitest';
import type { RegisterAdminMenu } from '../../../../sandbox/index.ts';
import { menu } from '../../../../src/render/client/menu.ts';
import { emitted } from './contributions.ts';

const entry = (more: Partial<RegisterAdminMenu> = {}): RegisterAdminMenu => ({
  kind: 'registerAdminMenu',
  id: 'reports',
  label: 'Reports',
  href: '/reports',
  ...more,
});

test('without entries the menu is empty', () => {
  expect(emitted(menu, [])).toContain('export const menu: readonly MenuEntry[] = [];\n');
});

test('an entry keeps its label, address and children, correctly quoted', () => {
  const children = [{ id: 'daily', label: `Today's`, href: '/reports/daily' }];
  const text = emitted(menu, [{ operations: [entry({ icon: 'chart-bar', children })] }]);
  expect(text).toContain(`const ChartBar = createIcon('M3 3v16`);
  expect(text).toContain(`label: "Today's"`);
});

test.each([
  ['shopping-cart', 'ShoppingCart'],
  ['ShoppingCart', 'ShoppingCart'],
  ['no-such-icon', 'Puzzle'],
  [undefined, 'Puzzle'],
])('icon %s is rendered as %s', (icon, drawn) => {
  const text = emitted(menu, [{ operations: [entry(icon === undefined ? {} : { icon })] }]);
  expect(text).toContain(`icon: ${drawn},`);
});

test('a call with the id of the manifest entry replaces it', () => {
  const adminMenu = { label: 'From the manifest', href: '/a' };
  const declared = emitted(menu, [{ name: 'shop', adminMenu }]);
  expect(declared).toContain(`label: 'From the manifest'`);
  const both = emitted(menu, [
    { name: 'shop', adminMenu, operations: [entry({ id: 'shop', label: 'From the call' })] },
  ]);
  expect(both).toContain(`label: 'From the call'`);
  expect(both).not.toContain('From the manifest');
});

test('refuses the same id from two plugins', () => {
  const plugins = ['a', 'b'].map((name) => ({ name, operations: [entry()] }));
  expect(() => emitted(menu, plugins)).toThrow(expect.objectContaining({ code: 'RENDER_NAME_CLASH' }));
});
