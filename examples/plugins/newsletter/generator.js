import { copyTemplates, guardModel, registerAdminMenu, registerAPIRoutes, registerPrismaSchema } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model Subscriber {
      id          String    @id @default(cuid()) ${id}
      email       String    @unique
      createdAt   DateTime  @default(now())
      mailedAt    DateTime
      isConfirmed Boolean   @default(false)

      @@index([isConfirmed])
    }
  `);
  // Only a person who reads the mails of an address can subscribe it.
  await guardModel({ model: 'Subscriber', refuse: ['create', 'update'] });

  await copyTemplates({ source: 'templates' });
  await registerAPIRoutes({
    routes: [
      { path: '/newsletter/subscriptions', handler: 'server/routes/newsletter/subscriptions', methods: ['POST'] },
      { path: '/newsletter/confirmations', handler: 'server/routes/newsletter/confirmations', methods: ['POST'] },
      { path: '/newsletter/cancellations', handler: 'server/routes/newsletter/cancellations', methods: ['POST'] },
      {
        path: '/newsletter/cancellations/:token',
        handler: 'server/routes/newsletter/one-click',
        methods: ['POST'],
      },
      {
        path: '/newsletter/issues',
        handler: 'server/routes/newsletter/issues',
        methods: ['GET', 'POST'],
        access: 'admin',
      },
    ],
  });
  await registerAdminMenu({ id: 'newsletter', label: 'Newsletter', icon: 'mail', href: '/admin/newsletter' });
}
