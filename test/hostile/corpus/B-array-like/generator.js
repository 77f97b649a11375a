import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerAPIRoutes({ routes: { length: 4e9, 0: {} } });
}
