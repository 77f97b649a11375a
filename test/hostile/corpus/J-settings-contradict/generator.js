import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerSettings({ schema: { token: { type: 'string' } } });
}
