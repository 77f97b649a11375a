import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListParams } from '@/hooks/useResource';
import { apiAddress, withQuery } from '@/lib/address';
import { get, getPage, send } from '@/lib/api';
import type { Role, User } from '@/lib/auth/user';

const path = '/admin/users';
const invitationsKey = ['auth-invitations'];

/** A user in the list of administrators. Times are ISO 8601 timestamps. */
export interface AdminUser extends User {
  readonly disabledAt: string | null;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  readonly secondFactor: boolean;
  /** The rights of the current user concerning this user. */
  readonly may: { readonly manage: boolean; readonly changeRole: boolean };
}

/** An open invitation. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: { readonly id: string; readonly email: string | null };
  readonly expiresAt: string;
  readonly mayRevoke: boolean;
}

/** Loads a page of the users: the first page, or the page at the `next` URL of the previous one. */
export function useUsers(params: ListParams, address: string | undefined) {
  return useQuery({
    queryKey: ['auth-users', params, address],
    queryFn: ({ signal }) =>
      getPage<AdminUser>(
        address ?? withQuery(apiAddress(path), { ...params, count: true }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Loads the open invitations, newest first. */
export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: ({ signal }) => get<Invitation[]>(`${apiAddress(path)}/invitations`, signal),
  });
}

/** A change of a user: the part of the URL after the id, and the body. */
export interface UserChange {
  readonly id: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly part?: string;
  readonly body?: object;
}

/** Changes a user and loads all data again, because other lists show users too. */
export function useChangeUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, method, part = '', body }: UserChange) =>
      send<void>(method, `${apiAddress(path, id)}${part}`, body),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Invites an address. The result has a link if the server cannot send mail. */
export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitation: { readonly email: string; readonly role: Role }) =>
      send<{ readonly link?: string }>('POST', `${apiAddress(path)}/invitations`, invitation),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsKey }),
  });
}

/** Revokes an invitation. */
export function useRevoke() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send<void>('DELETE', `${apiAddress(path)}/invitations/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsKey }),
  });
}
