import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: database, destination: '.' });
  registerAPIRoutes({ routes: [{ path: '/bare', handler: 'server/routes/bare', methods: ['GET', 'POST'] }] });
}
