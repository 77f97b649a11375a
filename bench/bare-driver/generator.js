import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: database, destination: '.' });
  copyTemplates({ source: 'shared', destination: '.' });
  registerAPIRoutes({
    routes: [
      { path: '/bare', handler: 'server/routes/bare', methods: ['GET', 'POST'] },
      { path: '/prisma', handler: 'server/routes/prisma', methods: ['GET', 'POST'] },
    ],
  });
}
