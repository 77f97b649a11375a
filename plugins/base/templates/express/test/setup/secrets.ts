import { pluginVariables, requiredSecrets } from '../../server/generated/variables';
import { sampleVariables } from '../support/sample-variables';

// Sets test values, so that tests never use real secrets. An empty variable counts as unset.
for (const name of Object.keys(pluginVariables)) {
  const isNeeded = requiredSecrets.includes(name);
  const placeholder = isNeeded ? `https://example.com/${name}-of-tests-only-0123456789` : '';
  process.env[name] = sampleVariables[name] ?? placeholder;
}

// The tests send many requests from one address.
process.env.RATE_LIMIT = '0';
