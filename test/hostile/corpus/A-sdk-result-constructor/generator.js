import * as sdk from 'genlock/sdk';

export default async function generate() {
  console.log(sdk.registerCSS({}).constructor.constructor('return typeof process')());
}
