import * as sdk from 'genlock/sdk';

export default async function generate() {
  let a = ['x'.repeat(100)];
  for (let depth = 0; depth < 30; depth += 1) a = [a, a];
  sdk.copyTemplates({ variables: { a } });
}
