import { describe, expect, it } from 'vitest';
import type { Problem, useApi } from './api';

/** A unique group with its optional fields. */
export interface Emptied {
  readonly group: readonly string[];
  readonly empty: readonly string[];
}

interface Unique {
  readonly path: string;
  readonly api: ReturnType<typeof useApi>;
  /** Creates a valid body, different at each call. */
  readonly build: () => Promise<object>;
  readonly references: readonly {
    readonly field: string;
    readonly create: () => Promise<{ readonly id: string }>;
  }[];
  readonly emptied: readonly Emptied[];
}

/** Tests unique groups with empty fields. */
export function testUnique({ path, api, build, references, emptied }: Unique): void {
  describe.each(emptied)('$group of ' + path, ({ group, empty }) => {
    /** Returns bodies with the same values in the group, which are empty where possible. */
    async function equalBodies() {
      const first: Record<string, unknown> = { ...(await build()) };
      for (const { field, create } of references) {
        if (group.includes(field)) first[field] = (await create()).id;
      }
      for (const field of empty) first[field] = null;
      const same = Object.fromEntries(group.map((field) => [field, first[field]]));
      const other = async () => ({ ...(await build()), ...same });
      return [first, await other(), await other(), await other()] as const;
    }

    it('refuses the same values twice if fields are empty', async () => {
      const [first, second] = await equalBodies();
      const { body } = await api.post<{ id: string }>(path, first);
      const refused = await api.post<Problem>(path, second);
      expect(refused.status).toBe(409);
      const pointers = refused.body.errors?.map(({ pointer }) => pointer);
      expect(pointers?.toSorted()).toEqual(group.map((field) => `/${field}`).toSorted());
      expect((await api.patch(`${path}/${body.id}`, first)).status).toBe(200);
    });

    it('accepts one of several equal records at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const bodies = await equalBodies();
        const answers = await Promise.all(bodies.map((body) => api.post<Problem>(path, body)));
        const taken = answers.filter(({ status }) => status !== 201);
        expect(taken).toHaveLength(bodies.length - 1);
        for (const { body } of taken)
          expect(body.code).toMatch(/^(?:already_taken|database_busy)$/);
      }
    });

    it('refuses a change to the values of another record', async () => {
      const [first, second] = await equalBodies();
      await api.post(path, first);
      const { body } = await api.post<{ id: string }>(path, await build());
      const changes = Object.fromEntries(group.map((field) => [field, second[field]]));
      expect((await api.patch(`${path}/${body.id}`, changes)).status).toBe(409);
    });
  });
}
