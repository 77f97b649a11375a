import * as sdk from 'genlock/sdk';

export default async function generate() {
  RegExp.prototype.test = function test() {
    return this.source.startsWith('^');
  };
  sdk.registerAdminMenu({ label: 'Stock', href: 'javascript:pwned()' });
}
