import * as sdk from 'genlock/sdk';

export default async function generate() {
  try {
    sdk.registerCSS(1);
  } catch (error) {
    console.log(error.constructor.constructor('return typeof process')());
  }
}
