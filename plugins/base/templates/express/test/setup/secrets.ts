import { pluginVariables, requiredSecrets } from '../../server/generated/variables';

// Sets test values, so that tests never use real secrets. An empty variable counts as unset.
for (const name of Object.keys(pluginVariables)) {
  const isNeeded = requiredSecrets.includes(name);
  process.env[name] = isNeeded ? `https://example.com/${name}-of-tests-only-0123456789` : '';
}

// The tests send many requests from one address.
process.env.RATE_LIMIT = '0';
