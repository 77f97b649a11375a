import {
  copyTemplates,
  guardModel,
  registerAdminMenu,
  registerAPIRoutes,
  registerPrismaSchema,
  registerSlot,
} from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model BlogPost {
      id          String    @id @default(cuid()) ${id}
      slug        String    @unique
      title       String
      summary     String
      body        String
      authorName  String
      authorId    String?
      publishedAt DateTime?
      createdAt   DateTime  @default(now())
      updatedAt   DateTime  @updatedAt

      @@index([publishedAt])
    }
  `);
  // An entity with this name would show drafts to all readers of its records.
  await guardModel({ model: 'BlogPost', refuse: ['read'] });

  await copyTemplates({ source: 'templates' });
  const route = (path, handler, methods, access) => ({
    path: `/blog/${path}`,
    handler: `server/routes/blog/${handler}`,
    methods,
    access,
  });
  await registerAPIRoutes({
    routes: [
      route('posts', 'posts', ['GET'], 'public'),
      route('posts/:slug', 'post', ['GET'], 'public'),
      route('feed', 'feed', ['GET'], 'public'),
      route('drafts', 'drafts', ['GET', 'POST'], 'admin'),
      route('drafts/:id', 'draft', ['GET', 'PUT', 'DELETE'], 'admin'),
      route('preview', 'preview', ['POST'], 'admin'),
    ],
  });
  await registerSlot({ slot: 'header', module: '@/components/blog/HeaderLink' });
  await registerAdminMenu({ id: 'blog', label: 'Blog', icon: 'file-text', href: '/admin/blog' });
}
