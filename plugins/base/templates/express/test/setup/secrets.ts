import { pluginVariables } from '../../server/generated/variables';

// Tests run everywhere alike, and with nobody's real secrets.
for (const name of Object.keys(pluginVariables)) {
  process.env[name] = `https://example.com/${name}-of-tests-only-0123456789`;
}
