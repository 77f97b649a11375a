import { copyTemplates, guardModel, registerAPIRoutes, registerSettings } from 'genlock/sdk';

const pluginId = 'auth-nextauth';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ settings }) {
  await copyTemplates({ source: '.', destination: '.' });
  await registerAPIRoutes({ routes });
  // An identity decides which user signs in, so that no entity API may write it.
  await guardModel({ model: 'Account', refuse: ['read', 'create', 'update', 'delete'] });
  for (const id of new Set(settings.providers.split(','))) {
    await registerSettings({ pluginId, schema: variablesOf(id) });
  }
}

const handler = (name) => `server/routes/auth-nextauth/${name}`;

const routes = [
  { path: '/auth/providers', handler: handler('providers'), methods: ['GET'] },
  { path: '/auth/signin/:provider', handler: handler('signin'), methods: ['GET', 'POST'] },
  { path: '/auth/callback/:provider', handler: handler('callback'), methods: ['GET', 'POST'] },
  { path: '/auth/signout', handler: handler('signout'), methods: ['POST'] },
  { path: '/auth/accounts', handler: handler('accounts'), methods: ['GET'], access: 'authenticated' },
  { path: '/auth/accounts/:id', handler: handler('account'), methods: ['DELETE'], access: 'authenticated' },
];

const names = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  apple: 'Apple',
  gitlab: 'GitLab',
  discord: 'Discord',
  oidc: 'the OpenID provider',
};

/** Returns the settings of one provider. Only chosen providers have variables. */
function variablesOf(id) {
  const variable = (name) => `AUTH_${id.toUpperCase()}_${name}`;
  const own = {
    [`${id}Id`]: {
      type: 'string',
      label: `The client id that ${names[id]} gave to this application`,
      env: variable('ID'),
    },
  };
  const secret = (label, name) => ({ type: 'string', label, secret: true, env: variable(name) });
  const issuer = (label) => ({
    [`${id}Issuer`]: { type: 'string', label, validation: 'url', env: variable('ISSUER') },
  });
  if (id === 'apple') {
    const plain = (label, name) => ({ type: 'string', label, env: variable(name) });
    return {
      ...own,
      appleTeamId: plain('The id of the Apple developer team', 'TEAM_ID'),
      appleKeyId: plain('The id of the Apple key', 'KEY_ID'),
      appleKey: secret('The private key from Apple (.p8), in one line with \\n', 'KEY'),
    };
  }
  return {
    ...own,
    [`${id}Secret`]: secret(`The client secret from ${names[id]}`, 'SECRET'),
    ...(id === 'github' && issuer('The address of GitHub Enterprise; github.com if empty')),
    ...(id === 'gitlab' && issuer('The address of your GitLab; gitlab.com if empty')),
    ...(id === 'microsoft' && issuer('The issuer of one tenant; all Microsoft accounts if empty')),
    ...(id === 'oidc' && {
      ...issuer('The issuer of the OpenID provider'),
      oidcName: { type: 'string', label: 'The name on the button', default: 'OpenID', env: variable('NAME') },
    }),
  };
}
