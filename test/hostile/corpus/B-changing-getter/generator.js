import * as sdk from 'genlock/sdk';

export default async function generate() {
  let reads = 0;
  sdk.registerAdminMenu({
    label: 'Stock',
    get href() {
      reads += 1;
      return reads === 1 ? '/stock' : 'javascript:pwned()';
    },
  });
}
