import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerAPIRoutes([{ path: '/stock', handler: 'server/stock', methods: ["@@PAYLOAD@@"] }]);
}
