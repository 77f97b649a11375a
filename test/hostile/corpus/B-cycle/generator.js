import * as sdk from 'genlock/sdk';

export default async function generate() {
  const entry = { label: 'Stock' };
  entry.children = [entry];
  sdk.registerAdminMenu(entry);
}
