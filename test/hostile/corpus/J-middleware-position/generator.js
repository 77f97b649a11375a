import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerMiddleware({ position: "@@PAYLOAD@@", module: 'server/seen' });
}
