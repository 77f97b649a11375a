import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerCSS(JSON.parse('{"__proto__":{"pwned":true}}'));
}
