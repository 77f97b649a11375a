// Lists users whose address is not stored in the normalized form, so they cannot sign in:
// npm run task -- server/lib/auth/list-addresses.ts
import { databaseProblem } from '../database-problem';
import { db } from '../db';
import { unusualAddresses } from './unusual-addresses';

try {
  let count = 0;
  for await (const { id, email, reason } of unusualAddresses()) {
    count += 1;
    console.log(`${id}  ${JSON.stringify(email)}  ${reason}`);
  }
  console.log(
    count === 0
      ? 'All addresses are stored in the normalized form.'
      : `${count} addresses. No record was changed.`,
  );
} catch (error) {
  console.error(databaseProblem(error)?.line ?? error);
  process.exitCode = 1;
} finally {
  await db.$disconnect();
}
