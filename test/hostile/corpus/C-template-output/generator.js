import * as sdk from 'genlock/sdk';

export default async function generate() {
  const rows = Array.from({ length: 1000 }, () => 1);
  sdk.copyTemplates({ variables: { rows } });
}
