import * as sdk from 'genlock/sdk';

export default async function generate() {
  globalThis.__finish = () => 'pwned';
  globalThis.sdk = { registerCSS: () => 'pwned' };
  try {
    sdk.registerCSS = () => 'pwned';
  } catch (error) {
    console.log(error.name);
  }
  sdk.registerCSS({ a: 'red' });
}
