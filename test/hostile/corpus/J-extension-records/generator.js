import * as sdk from 'genlock/sdk';

export default async function generate() {
  const field = { name: "@@PAYLOAD@@", type: 'Json', required: true };
  sdk.extendEntity({ entity: '*', fields: [field] });
}
