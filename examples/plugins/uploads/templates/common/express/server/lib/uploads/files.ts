import { randomUUID } from 'node:crypto';
import { settings } from '../../generated/settings';
import { db } from '../db';
import { log } from '../log';
import { HttpProblem } from '../problem';
import { trackJob } from '../shutdown';
import { typeOf } from './content';
import type { Incoming } from './incoming';
import { store } from './store';

const types = new Set(settings.uploads.types.split(' '));

/** The time after which an upload has failed, in milliseconds. */
const patience = 60 * 60_000;

interface Origin {
  readonly name: string;
  readonly ownerId: string;
  readonly entity: string;
  readonly recordId: string;
}

/**
 * Stores a file. Until it is complete, its row is marked for removal, so an interrupted upload
 * leaves no bytes for ever.
 *
 * @throws HttpProblem 415 if its content has another type
 */
export async function addFile({ path, size }: Incoming, origin: Origin) {
  const type = await typeOf(path);
  if (!types.has(type)) {
    const detail = `Files of the type ${type} are not permitted.`;
    throw new HttpProblem(415, { code: 'file_type_refused', detail });
  }
  const id = randomUUID();
  const purgeAfter = new Date(Date.now() + patience);
  await db.uploadedFile.create({ data: { ...origin, id, type, size, purgeAfter } });
  await store.put(id, path);
  return db.uploadedFile.update({ where: { id }, data: { purgeAfter: null } });
}

/** Removes files that are marked for removal, after the response. */
export function purgeLater(): void {
  trackJob(purge().catch((error: unknown) => log.error({ err: error }, 'files were not removed')));
}

/** Removes the bytes before the row, so that an interrupted removal is repeated. */
export async function purge(): Promise<void> {
  const where = { purgeAfter: { lt: new Date() } };
  const rows = await db.uploadedFile.findMany({ where, take: 100, select: { id: true } });
  for (const { id } of rows) {
    await store.remove(id);
    await db.uploadedFile.deleteMany({ where: { id } });
  }
}
