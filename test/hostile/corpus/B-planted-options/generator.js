import * as sdk from 'genlock/sdk';

export default async function generate() {
  Object.assign(Object.prototype, { reference: true, result: { reference: true }, copy: true, externalCopy: true, pwned: true });
  console.log([typeof sdk.registerCSS({ a: 'red' }).then, Object.keys(sdk).length].join());
}
