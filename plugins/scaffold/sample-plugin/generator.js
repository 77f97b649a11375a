import {
  copyTemplates,
  extendEntity,
  guardModel,
  registerAdminMenu,
  registerAPIRoutes,
  registerCSS,
  registerHooks,
  registerJobs,
  registerMiddleware,
  registerPrismaSchema,
  registerProvider,
  registerSecurityPolicy,
  registerSettings,
  registerSlot,
} from 'genlock/sdk';

/**
 * Runs once, in a sandbox. This code writes no files: every call is recorded, shown to the user, and then applied.
 *
 * @type {import('genlock/sdk').Generator}
 */
export default async function generate() {
  // Copies shared/, then express/ over it, into the project's root. Models in prisma/ are merged into the schema.
  await copyTemplates({ source: 'templates' });

  await registerPrismaSchema(`model SamplePluginNote {
  id        String   @id @default(cuid())
  text      String
  createdAt DateTime @default(now())
  @@index([createdAt])
}`);

  await registerAPIRoutes({
    routes: [
      {
        path: '/sample-plugin',
        handler: 'server/routes/sample-plugin',
        methods: ['GET', 'POST'],
      },
    ],
  });

  await registerAdminMenu({
    id: 'sample-plugin',
    label: 'Sample plugin',
    icon: 'message-square',
    href: '/sample-plugin',
  });

  // Adds to the settings in manifest.json. Code reads the value from server/generated/settings.
  await registerSettings({
    pluginId: '@scope/sample-plugin',
    schema: { notice: { type: 'string', label: 'Notice on the page', default: '' } },
  });

  await registerProvider({
    name: 'SamplePluginProvider',
    import: '@/providers/SamplePluginProvider',
  });

  await registerCSS({
    variables: { '--sample-plugin-accent': 'hsl(220 80% 50%)' },
  });

  // If the project has an entity with this name, its API only reads notes.
  await guardModel({
    model: 'SamplePluginNote',
    refuse: ['create', 'update', 'delete'],
  });

  // Pages may load images from these hosts.
  await registerSecurityPolicy({ image: ['images.example.com'] });

  await registerMiddleware({ position: 'afterAuth', module: 'server/lib/sample-plugin/middleware' });

  // For every entity. With the name of an entity, the functions run only for its records.
  await registerHooks({ entity: '*', module: 'server/lib/sample-plugin/hooks' });

  await registerSlot({ slot: 'header', module: '@/components/sample-plugin/HeaderLink' });

  // At three o'clock every night. With `enqueue`, code of the project can run the job at any time.
  await registerJobs([
    {
      name: 'report',
      module: 'server/lib/sample-plugin/report',
      schedule: '0 3 * * *',
    },
  ]);

  // For every entity. With the name of an entity, only its records have the field.
  await extendEntity({
    entity: '*',
    fields: [{ name: 'samplePluginNote', type: 'String' }],
  });
}
