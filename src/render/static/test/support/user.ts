import { testUser } from '../../server/lib/auth/port';

let user: ReturnType<typeof testUser> | undefined;

/** Returns a user who can own records. All tests in a file share this user. */
export function anyUser() {
  user ??= testUser();
  return user;
}
