import { copyTemplates, guardModel, registerAPIRoutes } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: '.', destination: '.' });
  await registerAPIRoutes({ routes });
  // An entity with the name of a model could write the keys of all users.
  for (const model of ['Passkey', 'PasskeyChallenge']) {
    await guardModel({ model, refuse: ['read', 'create', 'update', 'delete'] });
  }
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
