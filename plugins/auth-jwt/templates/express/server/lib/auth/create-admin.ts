// Creates an administrator, or promotes a user: npm run task -- server/lib/auth/create-admin.ts
// admin@example.com
import { databaseProblem } from '../database-problem';
import { db } from '../db';
import { makeAdmin } from './administrators';
import { flushAudit } from './audit-store';
import { email } from './fields';
import { readPassword } from './read-password';

const address = email.safeParse(process.argv.at(3));
try {
  if (!address.success) throw new Error('Usage: … create-admin.ts <e-mail address>');
  const known = await db.user.findUnique({ where: { email: address.data }, select: { id: true } });
  const password = known === null ? await readPassword() : undefined;
  const { role } = await makeAdmin(address.data, password);
  console.log(`${address.data} is ${role} now.`);
} catch (error) {
  const message = error instanceof Error ? error.message : error;
  console.error(databaseProblem(error)?.line ?? message);
  process.exitCode = 1;
} finally {
  await flushAudit();
  await db.$disconnect();
}
