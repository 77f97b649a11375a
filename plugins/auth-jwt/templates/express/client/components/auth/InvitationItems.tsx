import type { ComponentType } from 'react';

const modules = import.meta.glob<{ default: ComponentType<{ token: string }> }>(
  '../invitation/*.tsx',
  { eager: true },
);

/**
 * Renders the other ways to accept an invitation, below its form: the components in
 * `components/invitation`, sorted by name.
 */
export function InvitationItems({ token }: { token: string }) {
  const items = Object.entries(modules);
  if (items.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      {items.map(([file, { default: Item }]) => (
        <Item key={file} token={token} />
      ))}
    </div>
  );
}
