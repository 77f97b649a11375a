import * as sdk from 'genlock/sdk';

export default async function generate() {
  console.log(sdk.copyTemplates.constructor('return typeof process')());
}
