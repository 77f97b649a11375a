import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerAdminMenu({ label: "@@PAYLOAD@@", href: '/stock' });
}
