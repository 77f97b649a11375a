import type { SchemaFault } from '../core/schema-check.ts';

/** A relation with a valid structure. Its type and delete rule can be unknown words. */
export interface WrittenRelation {
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly onDelete?: string | undefined;
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly group?: string | undefined;
}

/** Returns contradictions between the keys of a relation. Paths are relative to the relation. */
export function relationFaults(relation: WrittenRelation): readonly SchemaFault[] {
  const { type, required, onDelete } = relation;
  const faults: SchemaFault[] = [];
  for (const key of ['label', 'description', 'group'] as const) {
    if (type !== 'one-to-many' || relation[key] === undefined) continue;
    const message = `A one-to-many relation has no "${key}": forms do not contain it.`;
    faults.push({ code: 'CONFIG_LABEL_MISPLACED', message, path: [key] });
  }
  if (type === 'many-to-many' && required === true) {
    const message = 'A many-to-many relation cannot be required.';
    faults.push({ code: 'CONFIG_RELATION_REQUIRED', message, path: ['required'] });
  }
  if (onDelete !== undefined && type === 'many-to-many') {
    const message = 'A many-to-many relation has no delete rule: neither record holds a reference to the other.';
    faults.push({ code: 'CONFIG_DELETE_RULE_MISPLACED', message, path: ['onDelete'] });
  } else if (onDelete === 'setNull' && required === true) {
    const message = 'A required relation cannot be set to null.';
    faults.push({ code: 'CONFIG_DELETE_RULE_REQUIRED', message, path: ['onDelete'] });
  }
  return faults;
}
