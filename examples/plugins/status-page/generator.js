import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: 'templates' });
  await registerAPIRoutes({
    routes: [
      { path: '/status', handler: 'server/routes/status', methods: ['GET'] },
      { path: '/status/checks/:name', handler: 'server/routes/status/check', methods: ['GET'] },
      { path: '/status/memory', handler: 'server/routes/status/memory', methods: ['GET'], access: 'admin' },
      { path: '/status/echo/*rest', handler: 'server/routes/status/echo', methods: ['POST', 'PUT'] },
    ],
  });
}
