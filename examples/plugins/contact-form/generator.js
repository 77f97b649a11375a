import { copyTemplates, registerAPIRoutes, registerSettings } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  // Settings in the manifest need no call. A call adds further settings.
  await registerSettings({
    pluginId: 'contact-form',
    schema: { signature: { type: 'string', label: 'Last line of the messages' } },
  });
  await copyTemplates({ source: 'templates' });
  await registerAPIRoutes({
    routes: [{ path: '/contact', handler: 'server/routes/contact', methods: ['POST'] }],
  });
}
