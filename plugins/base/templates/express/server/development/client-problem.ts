import { existsSync, readdirSync, statSync } from 'node:fs';
import { genlock, SetupProblem } from '../lib/setup-problem.ts';

const client = 'server/generated/prisma/client.ts';
const schema = 'prisma/schema';

/** Checks that the Prisma client was generated after the last change of the schema. */
export function findClientProblem(): SetupProblem | undefined {
  const fix = { code: 'client_outdated', command: genlock('db generate') };
  if (!existsSync(client)) return new SetupProblem('The Prisma client is not generated.', fix);
  const generated = statSync(client).mtimeMs;
  const changed = readdirSync(schema).find(
    (name) => statSync(`${schema}/${name}`).mtimeMs > generated,
  );
  if (changed === undefined) return undefined;
  return new SetupProblem(`The Prisma client is older than ${schema}/${changed}.`, fix);
}
