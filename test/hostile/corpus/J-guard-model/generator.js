import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerPrismaSchema('model User {\n  points Int @default(0)\n}\nmodel Stock {\n  id String @id\n}');
  sdk.guardModel({ model: "@@PAYLOAD@@", refuse: ['read'] });
}
