import * as sdk from 'genlock/sdk';

export default async function generate() {
  Promise.resolve()
    .then(() => {})
    .then(() => {})
    .then(() => sdk.registerCSS({ a: 'pwned;}' }))
    .catch(() => {});
}
