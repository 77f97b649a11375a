import type { RegisterAdminMenu } from '../../../sandbox/index.ts';
import type { Contribution } from '../../plugin/plugin.ts';
import { braces, type Code, imports, lines, list, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { type Claim, settleClaims } from './claims.ts';
import { header } from '../header.ts';
import { defaultIcon, iconNamed, iconPath } from '../../config/icons.ts';

type MenuEntry = Omit<RegisterAdminMenu, 'kind'>;

/** `client/generated/menu.ts`: the navigation entries of plugins. */
export const menu: Emitter = function* ({ contributions }) {
  const entries = [...settleClaims('menu entry', contributions.flatMap(menuClaims)).values()];
  const icons = [...new Set(entries.map(iconOf))].toSorted();
  const value = entries.length < 2 ? list('[', entries.map(entryCode), ']') : rows('[', entries.map(entryCode), ']');
  yield {
    path: 'client/generated/menu.ts',
    content: print(
      paragraphs([
        lines([
          header,
          ...(icons.length === 0 ? [] : [imports(['createIcon'], '@/lib/icon')]),
          "import type { MenuEntry } from '@/lib/menu';",
        ]),
        ...(icons.length === 0 ? [] : [lines(icons.map(iconCode))]),
        ['export const menu: readonly MenuEntry[] = ', value, ';'],
      ]),
    ),
  };
};

/**
 * Returns the plugin's registered menu entries, and the manifest's entry unless a registered entry has the same id
 * (plugin contract).
 */
function menuClaims({ manifest, operations }: Contribution): Claim<MenuEntry>[] {
  const owner = manifest.name;
  const declared = manifest.adminMenu === undefined ? [] : [{ ...manifest.adminMenu, id: owner }];
  const registered = operations.filter((operation) => operation.kind === 'registerAdminMenu');
  return [...declared, ...registered].map((entry) => ({ name: entry.id, owner, value: entry }));
}

function iconOf({ icon }: MenuEntry): string {
  return iconNamed(icon ?? '') ?? defaultIcon;
}

function iconCode(icon: string): Code {
  return [`const ${icon} = createIcon`, list('(', [quote(iconPath(icon))], ')'), ';'];
}

function entryCode(entry: MenuEntry): Code {
  const children = (entry.children ?? []).map(({ id, label, href }) =>
    braces([`id: ${quote(id)}`, property('label', quote(label)), property('href', quote(href))]),
  );
  const items = [
    `id: ${quote(entry.id)}`,
    property('label', quote(entry.label)),
    `icon: ${iconOf(entry)}`,
    ...(entry.href === undefined ? [] : [property('href', quote(entry.href))]),
  ];
  if (children.length === 0) return braces(items);
  const below = children.length === 1 ? list('[', children, ']') : rows('[', children, ']');
  return rows('{', [...items, ['children: ', below]], '}');
}
