import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';

export default async function generate() {
  copyTemplates();
  registerAPIRoutes({ routes: [{ path: '/same-read', handler: 'server/routes/same-read', methods: ['GET'] }] });
}
