import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.extendEntity({ entity: "@@PAYLOAD@@", fields: [{ name: 'slug', type: 'String' }] });
}
