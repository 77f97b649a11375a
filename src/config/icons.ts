import { suggestionFor } from '../core/suggestion.ts';
import { iconPaths } from './icon-paths.ts';
import type { NameFault } from './names.ts';

/** The names of all icons. */
export const iconNames: readonly string[] = Object.keys(iconPaths);

const byKey = new Map(iconNames.map((icon) => [keyOf(icon), icon]));

/** The icon for entries with a missing or unknown icon. */
export const defaultIcon = 'Puzzle';

/** The icon for a name in any spelling (`shopping-cart`, `ShoppingCart`); undefined if it isn't in the set. */
export function iconNamed(name: string): string | undefined {
  return byKey.get(keyOf(name));
}

/** Checks an entity's `icon`: one of the set, in any spelling. */
export function iconFault(name: string): NameFault | undefined {
  if (iconNamed(name) !== undefined) return undefined;
  const hint = suggestionFor(name, iconNames);
  return { code: 'CONFIG_ICON_UNKNOWN', message: `There is no icon "${name}".`, hint };
}

/** The SVG path for a name that `iconNamed` returned. */
export function iconPath(icon: string): string {
  return iconPaths[icon] ?? '';
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
