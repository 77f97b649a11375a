import * as sdk from 'genlock/sdk';

export default async function generate() {
  Array.prototype.toJSON = () => [{ kind: 'pwned' }];
  sdk.registerCSS({ a: 'red' });
}
