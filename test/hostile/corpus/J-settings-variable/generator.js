import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerSettings({ schema: { key: { type: 'string', secret: true, env: "@@PAYLOAD@@" } } });
}
