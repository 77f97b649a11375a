import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerPrismaSchema('model Stock {\n  id String @id\n  name String\n  lots Lot[]\n}\nmodel Lot {\n  id String @id\n  stockId String\n  stock Stock @relation(fields: [stockId], references: [id])\n}');
  sdk.guardModel({ model: 'Stock', readOnly: ["@@PAYLOAD@@"] });
}
