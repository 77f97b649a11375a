import { describe, expect, it } from 'vitest';
import { db } from '../../server/lib/db';
import type { Caller, Problem, useApi } from './api';

type Created = Problem & { readonly id: string };

type Api = ReturnType<typeof useApi>;

interface Repeated {
  readonly path: string;
  readonly api: Api;
  /** Creates a valid body, different at each call. */
  readonly build: () => Promise<object>;
  /** Creates a user, if access is restricted. */
  readonly user: ((role: 'ADMIN') => Promise<Caller>) | undefined;
}

const newKey = () => crypto.randomUUID();
const day = 24 * 60 * 60 * 1_000;

/** Tests that repeated requests with a key write once. */
export function testIdempotency({ path, api, build, user }: Repeated): void {
  const post = (key: string, body: object, address = path, caller: Pick<Api, 'request'> = api) =>
    caller.request<Created>(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
  const total = async () =>
    (await api.get(`${path}?limit=1&count=true`)).headers.get('X-Total-Count');

  describe(`Idempotency-Key at ${path}`, () => {
    it('creates one record and repeats the response', async () => {
      const [key, input] = [newKey(), await build()];
      const first = await post(key, input);
      expect(first.status).toBe(201);
      const before = await total();
      const again = await post(`"${key}"`, input);
      expect(again.status).toBe(201);
      expect(again.body).toEqual(first.body);
      for (const name of ['Location', 'ETag', 'Content-Type']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(await total()).toBe(before);
    });

    it('creates one record for two requests at the same time', async () => {
      const [key, input] = [newKey(), await build()];
      const answers = await Promise.all([post(key, input), post(key, input)]);
      const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
      expect(new Set(ids).size).toBe(1);
      const refused = answers.filter(({ status }) => status !== 201);
      const codes = refused.map(({ body }) => body.code);
      expect(['', 'request_in_progress']).toContain(codes.join());
    });

    it('refuses a key that another request used', async () => {
      const key = newKey();
      await post(key, await build());
      // The API ignores unknown keys, but the bodies differ.
      const input = { ...(await build()), another: true };
      const other = [await post(key, input), await post(key, {}, `${path}/bulk`)];
      for (const { status, body } of other) {
        expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
      }
    });

    it.each([user].filter((one) => one !== undefined))('stores keys by user', async (newUser) => {
      const key = newKey();
      await post(key, await build());
      const other = api.as(await newUser('ADMIN'));
      expect((await post(key, await build(), path, other)).status).toBe(201);
    });

    it('stores a key for a day', async () => {
      const key = newKey();
      await post(key, await build());
      const age = async (time: number) => {
        await db.idempotentRequest.updateMany({ data: { createdAt: new Date(Date.now() - time) } });
        // Another body: the status shows whether the key is stored.
        return (await post(key, { ...(await build()), another: true })).status;
      };
      expect(await age(0.9 * day)).toBe(422);
      expect(await age(1.1 * day)).toBe(201);
    });

    it('stores no refused request', async () => {
      const [key, input] = [newKey(), await build()];
      const update = [{ id: 'unknown', changes: {} }];
      const refused = await post(key, { create: [input], update }, `${path}/bulk`);
      expect(refused.status).toBe(404);
      expect((await post(key, { create: [input] }, `${path}/bulk`)).status).toBe(200);
      const before = await total();
      expect((await post(key, { create: [input] }, `${path}/bulk`)).status).toBe(200);
      expect(await total()).toBe(before);
    });

    it.each(['', ' ', 'two words', '"', '"open', 'x'.repeat(256)])(
      'refuses the key %j',
      async (key) => {
        const { status, body } = await post(key, await build());
        expect([status, body.code]).toEqual([400, 'invalid_idempotency_key']);
      },
    );
  });
}
