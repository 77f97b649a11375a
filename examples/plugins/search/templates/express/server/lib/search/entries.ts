import type { Database, Row } from '../records/types';
import { indexText, type Searched } from './text';

/** Writes the entry of a record, in the transaction of its change. */
export async function putEntry(tx: Database, entity: Searched, record: Row): Promise<void> {
  const key = { entity: entity.name, recordId: record.id };
  const text = indexText(entity, record);
  await tx.searchEntry.upsert({
    where: { entity_recordId: key },
    create: { ...key, text },
    update: { text },
  });
}

/** Removes the entry of a record. */
export async function removeEntry(tx: Database, entity: string, recordId: string): Promise<void> {
  await tx.searchEntry.deleteMany({ where: { entity, recordId } });
}
