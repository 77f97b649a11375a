import * as sdk from 'genlock/sdk';

export default async function generate() {
  Object.defineProperty(Object.prototype, 'kind', {
    set() {
      for (;;);
    },
  });
  sdk.registerCSS({ a: 'red' });
  for (;;);
}
