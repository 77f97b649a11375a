import { describe, expect, test } from 'vitest';
import type { Operation, RegisterAdminMenu } from '../../../sandbox/index.ts';
import { codesOf, validated, unvalidatedText } from './trial.ts';

const menu = (entry: Partial<RegisterAdminMenu>): readonly Operation[] => [
  { kind: 'registerAdminMenu', id: 'stock', label: 'Stock', ...entry },
];
const rendered = (entry: Partial<RegisterAdminMenu>) => unvalidatedText('client/generated/menu.ts', menu(entry));

describe('a menu entry', () => {
  test.each([
    'javascript:alert(1)',
    'JaVa\tscript:x',
    'data:text/html,x',
    '//evil',
    '/\\evil',
    '\\\\evil',
    'stock',
    '/a b',
  ])('cannot link to %j', (href) => {
    expect(codesOf(menu({ href }))).toEqual(['JUDGE_MENU_HREF']);
    expect(codesOf(menu({ children: [{ id: 'a', label: 'A', href }] }))).toEqual(['JUDGE_MENU_HREF']);
    expect(codesOf([], { adminMenu: { label: 'Stock', href } })).toEqual(['JUDGE_MENU_HREF']);
    expect(rendered({ href })).toContain('href: ');
  });

  test.each(['', ' ', 'a\u202eb', 'a\nb', '\u001b[2J', 'a\u{e0041}', '\u200b'])('cannot have the label %j', (label) => {
    expect(codesOf(menu({ label }))).toEqual(['JUDGE_MENU_LABEL']);
    expect(rendered({ label })).toContain('label: ');
  });

  test('shows markup in its label as text', () => {
    const label = '<img src=x onerror=alert(1)>';
    expect(codesOf(menu({ label }))).toEqual([]);
    expect(rendered({ label })).toContain(`label: '${label}'`);
  });

  test('must have children with unique ids', () => {
    const child = { id: 'a', label: 'A', href: '/a' };
    expect(codesOf(menu({ children: [child, { ...child, label: 'B' }] }))).toEqual(['JUDGE_MENU_ID']);
    expect(codesOf(menu({ children: [child, { ...child, id: 'b' }] }))).toEqual([]);
    expect(codesOf(menu({ id: 'a\u202e' }))).toEqual(['JUDGE_MENU_ID']);
  });

  test('gets a warning and the default for an unknown icon', () => {
    const icon = '<svg onload=alert(1)>';
    expect(validated(menu({ icon }))).toEqual({ problems: [], warnings: [expect.stringContaining(icon)] });
    expect(validated(menu({ icon: 'shopping-cart' })).warnings).toEqual([]);
    expect(rendered({ icon })).toContain('icon: Puzzle');
  });

  test.each([
    ['shoping-cart', 'Did you mean "ShoppingCart"?'],
    ['newspaper', 'ICONS.md of the documentation lists the icons.'],
  ])('gets a hint for the unknown icon %s', (icon, hint) => {
    expect(validated(menu({ icon })).warnings).toEqual([expect.stringContaining(`it shows "Puzzle". ${hint}`)]);
  });

  test('gets only one warning for an icon that is also in the manifest', () => {
    const [first, second] = ['stonks', 'rocket-fuel'];
    const adminMenu = { label: 'Stock', icon: first };
    const calls = [...menu({ icon: first }), ...menu({ icon: second }), ...menu({ icon: second })];
    expect(validated(calls, { adminMenu }).warnings).toEqual([
      expect.stringContaining(first),
      expect.stringContaining(second),
    ]);
  });
});
