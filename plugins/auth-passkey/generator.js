import { copyTemplates, registerAPIRoutes } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: '.', destination: '.' });
  await registerAPIRoutes({ routes });
}

const handler = (name) => `server/routes/auth-passkey/${name}`;

// The fixed paths come before the parameter.
const routes = [
  { path: '/auth/passkeys/sign-in/options', handler: handler('sign-in-options'), methods: ['POST'] },
  { path: '/auth/passkeys/sign-in', handler: handler('sign-in'), methods: ['POST'] },
  { path: '/auth/passkeys/options', handler: handler('options'), methods: ['POST'], access: 'authenticated' },
  { path: '/auth/passkeys', handler: handler('passkeys'), methods: ['GET', 'POST'], access: 'authenticated' },
  { path: '/auth/passkeys/:id', handler: handler('passkey'), methods: ['PATCH', 'DELETE'], access: 'authenticated' },
];
