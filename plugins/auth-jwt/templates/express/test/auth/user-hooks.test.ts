import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unusualAddresses } from '../../server/lib/auth/unusual-addresses';
import { hooks } from '../../server/lib/auth/user-hooks';
import { testUser } from '../../server/lib/auth/port';
import { publicColumns } from '../../server/lib/auth/accounts';
import { db } from '../../server/lib/db';

/** Returns a user as hooks receive them, before and in a change. */
async function userWith(role: 'USER' | 'ADMIN' | 'SUPER_ADMIN') {
  const { id } = await testUser(role);
  const user = await db.user.findUniqueOrThrow({ where: { id }, select: publicColumns });
  return { user, previous: { id, updatedAt: new Date() } };
}

type Target = Awaited<ReturnType<typeof userWith>>;

/** Runs the rules for a change by a user; by the application if absent. */
async function changed(target: Target, by: Target | undefined, data: Record<string, unknown> = {}) {
  const caller = { user: by?.user ?? null, isApplication: by === undefined };
  return hooks.beforeUpdate?.({ ...caller, data, previous: target.previous, tx: db });
}

test('permits changes of administrators only to themselves and to a higher role', async () => {
  const [user, admin, peer, first] = [
    await userWith('USER'),
    await userWith('ADMIN'),
    await userWith('ADMIN'),
    await userWith('SUPER_ADMIN'),
  ];
  for (const [target, by] of [
    [peer, admin],
    [first, admin],
    [admin, user],
  ] as const) {
    await expect(changed(target, by)).rejects.toMatchObject({ status: 403 });
  }
  for (const [target, by] of [
    [user, admin],
    [admin, admin],
    [admin, first],
    [first, undefined],
  ] as const) {
    expect(await changed(target, by)).toBeUndefined();
  }
  const visitor = { user: null, isApplication: false, data: {}, tx: db };
  await expect(
    hooks.beforeUpdate?.({ ...visitor, previous: admin.previous }),
  ).rejects.toMatchObject({
    status: 403,
  });
});

test('normalizes the name like registration', async () => {
  const user = await userWith('USER');
  expect(await changed(user, user, { name: ' Ann ', phone: '1' })).toEqual({
    name: 'Ann',
    phone: '1',
  });
  expect(await changed(user, user, { name: ' ' })).toEqual({ name: null });
  await expect(changed(user, user, { name: 'a\nb' })).rejects.toMatchObject({ status: 422 });
});

test('finds the users whose address is not normalized', async () => {
  const twin = `${randomUUID()}@example.com`;
  const addresses = [twin, twin.toUpperCase(), `Free-${randomUUID()}@example.com`, 'no address'];
  await db.user.createMany({ data: addresses.map((email) => ({ email })) });
  const found: Record<string, string> = {};
  for await (const { email, reason } of unusualAddresses()) found[email] = reason;
  expect(Object.keys(found).toSorted()).toEqual(addresses.slice(1).toSorted());
  expect(found[addresses[1] ?? '']).toContain(`has the address ${twin}`);
  expect(found[addresses[2] ?? '']).toBe(`free as ${addresses[2]?.toLowerCase()}`);
  expect(found['no address']).toBe('not a valid address');
});
