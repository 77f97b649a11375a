import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerSlot({ slot: 'form', entity: "@@PAYLOAD@@", module: 'client/note' });
}
