import { pluginVariables, requiredSecrets } from '../../server/generated/variables';

// Tests run everywhere alike, and with nobody's real secrets. An empty variable is as good as none.
for (const name of Object.keys(pluginVariables)) {
  const isNeeded = requiredSecrets.includes(name);
  process.env[name] = isNeeded ? `https://example.com/${name}-of-tests-only-0123456789` : '';
}
