import * as sdk from 'genlock/sdk';

export default async function generate() {
  const { before, part, count } = "@@PAYLOAD@@";
  sdk.registerPrismaSchema(`model Stock {\n  id Int @id\n${before}${part.repeat(count)}\n}\n`);
}
