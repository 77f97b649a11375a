import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerPrismaSchema('model @@RAW@@ {\n  id String @id\n}\n');
}
