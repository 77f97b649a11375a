import * as sdk from 'genlock/sdk';

export default async function generate() {
  Object.prototype.toJSON = function toJSON() {
    return { pwned: 1 };
  };
  sdk.registerCSS({ a: 'red' });
}
