import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerSecurityPolicy({ script: ["@@PAYLOAD@@"] });
}
