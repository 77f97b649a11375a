import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerSettings({ pluginId: 'auth', schema: { a: { type: 'string' } } });
}
