import {
  copyTemplates,
  guardModel,
  registerAdminMenu,
  registerAPIRoutes,
  registerHooks,
  registerPrismaSchema,
  registerSlot,
} from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database, settings }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model SearchEntry {
      id       String @id @default(cuid()) ${id}
      entity   String
      recordId String
      text     String

      @@unique([entity, recordId])
    }
  `);
  // The entries contain the text of records of all owners.
  await guardModel({ model: 'SearchEntry', refuse: ['read'] });

  await copyTemplates({ source: 'templates' });
  const entities = settings.entities
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const entity of entities.length > 0 ? new Set(entities) : ['*']) {
    await registerHooks({ entity, module: 'server/lib/search/hooks' });
  }
  await registerAPIRoutes({
    routes: [
      { path: '/search', handler: 'server/routes/search/results', methods: ['GET'] },
      { path: '/search/index', handler: 'server/routes/search/index', methods: ['GET', 'POST'], access: 'admin' },
    ],
  });
  await registerSlot({ slot: 'header', module: '@/components/search/HeaderLink' });
  await registerAdminMenu({ id: 'search', label: 'Search index', icon: 'search', href: '/admin/search' });
}
