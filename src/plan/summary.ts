import { compareText } from '../render/tree.ts';
import { recordsOwner, type Change, type Plan } from './plan.ts';

/** What a plan does to one owner's files; paths sorted. */
export interface OwnerSummary {
  readonly owner: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
}

/** A plan as a person wants to see it first. Genlock's own records are apart: they follow from the rest. */
export interface PlanSummary {
  /** `core` first, then plugins by name. */
  readonly owners: readonly OwnerSummary[];
  readonly records: OwnerSummary;
  readonly conflicts: Plan['conflicts'];
  /** Files by kind of change, the records left out. */
  readonly totals: { readonly created: number; readonly updated: number; readonly deleted: number };
  /** Nothing would change at all. */
  readonly empty: boolean;
}

/** Counts and lists the files of a plan by owner and by kind of change. */
export function summarise(plan: Plan): PlanSummary {
  const names = [...new Set(plan.changes.map(({ owner }) => owner))].filter((owner) => owner !== recordsOwner);
  const owners = names.sort(coreFirst).map((owner) => summaryOf(owner, plan.changes));
  const count = (kind: 'created' | 'updated' | 'deleted'): number =>
    owners.reduce((sum, owner) => sum + owner[kind].length, 0);
  return {
    owners,
    records: summaryOf(recordsOwner, plan.changes),
    conflicts: plan.conflicts,
    totals: { created: count('created'), updated: count('updated'), deleted: count('deleted') },
    empty: plan.changes.length === 0 && plan.conflicts.length === 0,
  };
}

function summaryOf(owner: string, changes: readonly Change[]): OwnerSummary {
  const pathsOf = (kind: Change['kind']): readonly string[] =>
    changes.filter((change) => change.owner === owner && change.kind === kind).map(({ path }) => path);
  return { owner, created: pathsOf('create'), updated: pathsOf('update'), deleted: pathsOf('delete') };
}

function coreFirst(left: string, right: string): number {
  return Number(right === 'core') - Number(left === 'core') || compareText(left, right);
}
