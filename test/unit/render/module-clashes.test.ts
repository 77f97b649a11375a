import { expect, test } from 'vitest';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { render } from '../../../src/render/render.ts';
import { contribution } from './contributions.ts';

const copying = (name: string, path: string) =>
  contribution(name, { operations: [{ kind: 'copyTemplates', files: [{ path, content: '' }] }] });

/** Renders a project of two plugins with one file each. */
function rendering(one: string, other: string): () => unknown {
  const config = { name: 'sample', database: 'file', entities: [], plugins: new Map() } as const;
  const contributions = [copying('one', one), copying('two', other)];
  return () => render({ config, model: resolveModel(config), contributions });
}

test.each([
  ['server/lib/db.ts', 'server/lib/db.mjs'],
  ['server/lib/db.ts', 'server/lib/DB.js'],
  ['server/lib/mail/index.ts', 'server/lib/mail.ts'],
  ['client/pages/shop/index.tsx', 'client/pages/shop.tsx'],
  ['client/pages/index.tsx', 'client/pages/(x)/index.tsx'],
  ['client/pages/shop.tsx', 'client/pages/(x)/(y)/shop/index.tsx'],
  ['vite.config.js', 'server/x.ts'],
  ['server/lib/db.d.mts', 'server/lib/db.mjs'],
  ['server/lib/db.ts', 'server/lib/db'],
  ['server/lib/db.ts', 'server/lib/db.js'],
  ['server/lib/db.tsx', 'server/lib/db.jsx'],
  ['server/lib/db.mts', 'server/lib/db.mjs'],
  ['server/lib/db.json', 'server/lib/db.ts'],
  ['server/lib/db.css.ts', 'server/lib/db.css'],
  ['server/lib/db.js', 'server/lib/db.d.ts'],
  ['server/lib/é.ts', 'server/lib/e\u0301.js'],
  ['client/pages/shop/[id].tsx', 'client/pages/shop/[slug].tsx'],
  ['client/pages/[...all].tsx', 'client/pages/404.tsx'],
  ['public/client/main.tsx', 'client/main.tsx'],
  ['public/client/x.ts', 'client/x.ts'],
  ['public/index.html', 'index.html'],
])('refuses %s and %s as the same module', (one, other) => {
  expect(rendering(one, other)).toThrow(expect.objectContaining({ code: 'RENDER_PATH_CLASH' }));
});

test.each([
  ['server/lib/db.ts', 'server/lib/db.css'],
  ['server/lib/db.ts', 'server/lib/db.test.ts'],
  ['server/lib/(x)/db.ts', 'server/lib/db.ts'],
  ['client/pages/shop.tsx', 'client/pages/shops.tsx'],
  ['client/x.css', 'client/x.tsx'],
  ['server/lib/db.cjs', 'server/lib/db.css'],
  ['server/lib/db.ts', 'server/lib/db/schema.ts'],
  ['public/x.svg', 'client/x.ts'],
])('accepts %s and %s as different modules', (one, other) => {
  expect(rendering(one, other)).not.toThrow();
});
