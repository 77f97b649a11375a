import { copyTemplates, registerAdminMenu, registerAPIRoutes, registerHooks, registerPrismaSchema } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model AuditLogEntry {
      id        String   @id @default(cuid()) ${id}
      entity    String
      recordId  String
      action    String
      fields    String
      userId    String?
      createdAt DateTime @default(now())

      @@index([createdAt])
    }
  `);

  await copyTemplates({ source: 'templates' });
  await registerHooks({ entity: '*', module: 'server/lib/audit-log/hooks' });
  await registerAPIRoutes({
    routes: [{ path: '/audit-log', handler: 'server/routes/audit-log', methods: ['GET'], access: 'admin' }],
  });
  await registerAdminMenu({ id: 'audit-log', label: 'Changes', icon: 'list', href: '/admin/audit-log' });
}
