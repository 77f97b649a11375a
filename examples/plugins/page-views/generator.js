import { copyTemplates, registerAPIRoutes, registerPrismaSchema } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model PageView {
      id        String   @id @default(cuid()) ${id}
      path      String   @unique
      count     Int      @default(0)
      updatedAt DateTime @updatedAt
    }
  `);

  await copyTemplates({ source: 'templates' });
  await registerAPIRoutes({
    routes: [{ path: '/page-views', handler: 'server/routes/page-views', methods: ['GET', 'POST'] }],
  });
}
