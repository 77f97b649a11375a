import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType }>('../sign-in/*.tsx', { eager: true });

/**
 * Renders the other ways to sign in, below a form: the components in `components/sign-in`, sorted
 * by name.
 */
export function SignInItems() {
  const items = Object.entries(modules);
  if (items.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      {items.map(([file, { default: Item }]) => (
        <Item key={file} />
      ))}
    </div>
  );
}
