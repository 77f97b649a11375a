import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({ variables: { yes: true } });
}
