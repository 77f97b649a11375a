import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerAPIRoutes([{ path: "@@PAYLOAD@@", handler: 'server/stock', methods: ['GET'] }]);
}
