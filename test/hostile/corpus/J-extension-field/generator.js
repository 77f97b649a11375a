import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.extendEntity({ entity: '*', fields: [{ name: "@@PAYLOAD@@", type: 'String' }] });
}
