import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerHooks({ entity: "@@PAYLOAD@@", module: 'server/seen' });
}
