import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType }>('./header/*.tsx', { eager: true });

/** What every page has in its header: the files of `components/header`, by name. */
export function HeaderItems() {
  return Object.entries(modules).map(([file, { default: Item }]) => <Item key={file} />);
}
