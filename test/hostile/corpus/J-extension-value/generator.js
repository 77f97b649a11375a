import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.extendEntity({ entity: '*', fields: [{ name: 'state', type: 'Enum', values: ["@@PAYLOAD@@"] }] });
}
