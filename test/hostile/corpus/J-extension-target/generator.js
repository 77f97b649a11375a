import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.extendEntity({ entity: '*', relations: [{ name: 'other', type: 'many-to-one', target: "@@PAYLOAD@@" }] });
}
