import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({ source: 'files', destination: 'docs', ignore: ["@@PAYLOAD@@"] });
}
