import { afterAll, expect, test } from 'vitest';
import { s3Store } from '../../server/lib/uploads/s3-store';
import { trialStore } from './trial-store';

const trial = await trialStore();
afterAll(trial.stop);

const id = '00000000-0000-4000-8000-000000000000';

test('reports a store that refuses the key or does not respond', async () => {
  const refused = s3Store({ ...trial.options, secretAccessKey: 'other' });
  await expect(refused.get(id)).rejects.toMatchObject({ status: 502, code: 'storage_failed' });
  const absent = s3Store({ ...trial.options, endpoint: 'http://127.0.0.1:1' });
  await expect(absent.get(id)).rejects.toMatchObject({ status: 502, code: 'storage_failed' });
});
