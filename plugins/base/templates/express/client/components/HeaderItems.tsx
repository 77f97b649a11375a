import type { ComponentType } from 'react';
import { Slot } from '@/components/Slot';
import { slots } from '@/generated/slots';

const modules = import.meta.glob<{ default: ComponentType }>('./header/*.tsx', { eager: true });

/**
 * Renders the header items of every page: the components in `components/header`, sorted by name,
 * and the components of plugins.
 */
export function HeaderItems() {
  return (
    <>
      {Object.entries(modules).map(([file, { default: Item }]) => (
        <Item key={file} />
      ))}
      <Slot components={slots.header} props={{}} />
    </>
  );
}
