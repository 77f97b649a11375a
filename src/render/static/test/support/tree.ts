import { describe, expect, it } from 'vitest';
import { type Caller, type Problem, useApi } from './api';

/** A relation in which a record cannot become its own ancestor. */
interface Tree {
  readonly path: string;
  readonly build: () => Promise<object>;
  /** Creates a user, if access is restricted. */
  readonly user?: (role: 'ADMIN') => Promise<Caller>;
  /** The field with the id of the parent. */
  readonly field: string;
}

/** Tests the moves of records in a tree. */
export function testTree({ path, build, user, field }: Tree): void {
  const api = useApi(user && (() => user('ADMIN')));
  const child = async (parent?: string) => {
    const input = { ...(await build()), [field]: parent };
    return (await api.post<{ id: string }>(path, input)).body.id;
  };
  const move = (id: string, parent: string | null) =>
    api.patch<Problem>(`${path}/${id}`, { [field]: parent });
  const refusal = {
    status: 422,
    body: { code: 'own_ancestor', errors: [{ pointer: `/${field}` }] },
  };

  describe(`${field} of ${path}`, () => {
    it('never makes a record its own ancestor', async () => {
      const root = await child();
      const middle = await child(root);
      const leaf = await child(middle);
      const alone = await child();
      expect(await move(alone, alone)).toMatchObject(refusal);
      expect(await move(root, leaf)).toMatchObject(refusal);
      // The values of a one-to-one relation are also unique.
      expect((await move(root, middle)).status).not.toBe(200);
      expect((await api.get(`${path}/${root}`)).body).toMatchObject({ [field]: null });
      expect((await move(middle, null)).status).toBe(200);
      expect((await move(leaf, root)).status).toBe(200);
      expect((await move(root, middle)).status).toBe(200);
    });

    it('accepts exactly one of two opposite moves at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, other] = [await child(), await child()];
        const answers = await Promise.all([move(one, other), move(other, one)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const refused = answers.find(({ status }) => status !== 200);
        expect(['own_ancestor', 'database_busy']).toContain(refused?.body.code);
      }
    });

    it('checks every move of a bulk request', async () => {
      const [one, other] = [await child(), await child()];
      const { status, body } = await api.post<Problem>(`${path}/bulk`, {
        update: [
          { id: one, changes: { [field]: other } },
          { id: other, changes: { [field]: one } },
        ],
      });
      expect(status).toBe(422);
      expect(body.errors?.map(({ pointer }) => pointer)).toEqual([`/update/1/changes/${field}`]);
      expect((await api.get(`${path}/${one}`)).body).toMatchObject({ [field]: null });
    });

    it('refuses a move below more ancestors than it can check', async () => {
      const record = await child();
      let parent = await child();
      for (let depth = 1; depth < 100; depth += 1) parent = await child(parent);
      const deepest = await child(parent);
      expect(await move(record, deepest)).toMatchObject({
        status: 422,
        body: { code: 'tree_too_deep', errors: [{ pointer: `/${field}` }] },
      });
      await api.delete(`${path}/${deepest}`);
      expect((await move(record, parent)).status).toBe(200);
    });
  });
}
