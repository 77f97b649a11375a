import * as sdk from 'genlock/sdk';

export default async function generate() {
  const routes = [];
  routes.length = 2 ** 32 - 1;
  sdk.registerAPIRoutes({ routes });
}
