import { copyTemplates, registerAdminMenu, registerAPIRoutes } from 'genlock/sdk';

/**
 * Runs once, in a sandbox. Nothing is written here: every call is recorded, shown to the user, and then applied.
 *
 * @type {import('genlock/sdk').Generator}
 */
export default async function generate() {
  // shared/, then express/ over it, both from the project's root; the models in prisma/ are merged into the schema.
  await copyTemplates({ source: 'templates' });

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
}
