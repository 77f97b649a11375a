import type { ComponentType } from 'react';
import type { Resource, Stored } from '@/lib/resource';

/** The props of a component in a list. */
export interface ListSlotProps {
  /** The entity, with its path below `/api` and its display names. */
  readonly resource: Resource;
}

/** The props of a component on the page of a record. */
export interface RecordSlotProps extends ListSlotProps {
  readonly record: SlotRecord;
}

/** The props of a component in a form. A new record has no `record`. */
export interface FormSlotProps extends ListSlotProps {
  readonly record?: SlotRecord | undefined;
}

/** A record of any entity. */
export type SlotRecord = Stored & Readonly<Record<string, unknown>>;

/** Returns the same record with a type for components of plugins, which do not know the entity. */
export function slotRecord(record: Stored): SlotRecord {
  // The type of an entity is an interface, so it has no index signature.
  return record as SlotRecord;
}

/** A component in a place of the pages. With a path, only the pages of the entity with this path show it. */
export interface SlotEntry<Props> {
  readonly path?: string;
  readonly Component: ComponentType<Props>;
}

/** The components by place. */
export interface Slots {
  readonly form: readonly SlotEntry<FormSlotProps>[];
  readonly header: readonly SlotEntry<object>[];
  readonly home: readonly SlotEntry<object>[];
  readonly list: readonly SlotEntry<ListSlotProps>[];
  readonly record: readonly SlotEntry<RecordSlotProps>[];
}
