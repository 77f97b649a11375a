import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerAPIRoutes([{ path: '/stock', handler: "@@PAYLOAD@@", methods: ['GET'] }]);
}
