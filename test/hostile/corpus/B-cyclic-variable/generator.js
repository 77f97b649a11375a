import * as sdk from 'genlock/sdk';

export default async function generate() {
  const a = {};
  a.a = a;
  sdk.copyTemplates({ variables: { a } });
}
