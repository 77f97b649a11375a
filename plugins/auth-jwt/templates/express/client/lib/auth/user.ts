/** What a user may be; later ones may do more. */
export type Role = 'USER' | 'ADMIN' | 'SUPER_ADMIN';

/** Who is signed in, as the server tells. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
}

/** What people call a user. */
export function nameOf({ name, email }: User): string {
  return name ?? email;
}
