import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerJobs([{ name: "@@PAYLOAD@@", module: 'server/seen' }]);
}
