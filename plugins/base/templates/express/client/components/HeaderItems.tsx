import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType }>('./header/*.tsx', { eager: true });

/**
 * Renders the header items of every page: the components in `components/header`, sorted by name.
 */
export function HeaderItems() {
  return Object.entries(modules).map(([file, { default: Item }]) => <Item key={file} />);
}
