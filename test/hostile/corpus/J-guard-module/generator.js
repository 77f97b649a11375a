import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.copyTemplates({});
  sdk.registerPrismaSchema('model Stock {\n  id String @id\n}');
  sdk.guardModel({ model: 'Stock', module: "@@PAYLOAD@@" });
}
