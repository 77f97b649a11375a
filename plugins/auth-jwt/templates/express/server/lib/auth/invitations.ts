import { z } from 'zod';
import { db } from '../db';
import { hasRole, type Role, roles } from './roles';
import { addressesOf } from './user-list';

/** The data of an invitation. The link of a visitor who registers by mail has no such data. */
const dataShape = z.object({ role: z.enum(roles), invitedBy: z.string() });

export const invitationShape = z.object({
  id: z.string(),
  email: z.email(),
  role: z.enum(roles),
  invitedBy: z.object({ id: z.string(), email: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  mayRevoke: z.boolean().meta({ description: 'Whether the caller may revoke the invitation.' }),
});

/** The maximum number of invitations in a list. */
const most = 200;

/** Returns the open invitations, newest first. */
export async function openInvitations(
  actor: { readonly role: string },
  only: { readonly id?: string; readonly email?: string } = {},
) {
  const tokens = await db.authToken.findMany({
    where: {
      purpose: 'invitation',
      expiresAt: { gt: new Date() },
      NOT: { data: '{}' },
      ...only,
    },
    select: { id: true, email: true, data: true, createdAt: true, expiresAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: most,
  });
  const invitations = tokens.flatMap(({ data, ...token }) => {
    const stored = dataShape.safeParse(JSON.parse(data)).data;
    return stored === undefined ? [] : [{ ...token, ...stored }];
  });
  const addresses = await addressesOf(invitations.map(({ invitedBy }) => invitedBy));
  return invitations.map((invitation) => ({
    ...invitation,
    invitedBy: {
      id: invitation.invitedBy,
      email: addresses.get(invitation.invitedBy) ?? null,
    },
    mayRevoke: mayInvite(actor, invitation.role),
  }));
}

/** Returns whether an administrator may invite users with a role, or revoke the invitation. */
export function mayInvite(actor: { readonly role: string }, role: Role): boolean {
  return hasRole(actor, 'ADMIN') && hasRole(actor, role);
}
