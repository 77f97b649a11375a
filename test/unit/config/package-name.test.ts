import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPackageName, packageNameFrom } from '../../../src/config/names.ts';

test.each([
  ['NmShop', 'nm-shop'],
  ['My Shop', 'my-shop'],
  ['my_Shop.v2', 'my-shop-v2'],
  ['HTTPServer', 'http-server'],
  ['Ünï', 'uni'],
  ['Größe', 'grosse'],
  ['2024 Shop', '2024-shop'],
  ['日本', 'app'],
  ['日本 Shop', 'shop'],
  ['...', 'app'],
  ['', 'app'],
  ['http', 'http-app'],
  ['node_modules', 'node-modules'],
])('gives the folder %j the package name %j', (folder, name) => {
  expect(packageNameFrom(folder)).toBe(name);
});

test.each(['shop', 'my.shop', 'my_shop', '2024', 'a-b'])('keeps the valid name %j', (folder) => {
  expect(packageNameFrom(folder)).toBe(folder);
});

test('gives any folder a valid package name', () => {
  const isValid = fc.property(fc.string({ unit: 'grapheme' }), (folder) => isPackageName(packageNameFrom(folder)));
  expect(() => fc.assert(isValid)).not.toThrow();
});
