import { db } from '../db';
import { publicColumns, type PublicUser } from './accounts';
import { audit } from './audit';
import { checkPassword } from './fields';
import { passwords } from './passwords';
import { hasRole } from './roles';

/**
 * Grants a user the ADMIN role, or SUPER_ADMIN to the first administrator. An equal or higher role
 * is kept.
 * @param address as it is stored
 * @param password of a new account; undefined if there is one
 * @throws Error if the password isn't good enough
 */
export async function makeAdmin(
  address: string,
  password: string | undefined,
): Promise<PublicUser> {
  const isFirst = (await db.user.count({ where: { role: 'SUPER_ADMIN' } })) === 0;
  const role = isFirst ? 'SUPER_ADMIN' : 'ADMIN';
  const user =
    password === undefined
      ? await db.user.findUniqueOrThrow({ where: { email: address }, select: publicColumns })
      : await newUser(address, password);
  const admin = hasRole(user, role)
    ? user
    : await db.user.update({ where: { id: user.id }, data: { role }, select: publicColumns });
  audit('admin_created', undefined, { outcome: 'ok', userId: user.id });
  return admin;
}

async function newUser(email: string, password: string): Promise<PublicUser> {
  const { valid, error = 'Not a good password' } = await checkPassword(password, { email });
  if (!valid) throw new Error(`The password: ${error}`);
  // The operator of the server confirms the address.
  const emailVerified = new Date();
  const data = { email, emailVerified, password: await passwords.hash(password) };
  return db.user.create({ data, select: publicColumns });
}
