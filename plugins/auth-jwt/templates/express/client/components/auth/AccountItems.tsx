import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType }>('../account/*.tsx', { eager: true });

/** Renders sections of the account page: the components in `components/account`, sorted by name. */
export function AccountItems() {
  return Object.entries(modules).map(([file, { default: Item }]) => <Item key={file} />);
}
