import type { Conflict, Plan } from '../plan/plan.ts';
import { recordsOwner } from '../plan/plan.ts';
import { printable } from '../errors/printable.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const marks = { create: '+', update: '~', delete: '-' } as const;

/** Returns the reason of a conflict. Names the plugin whose file it is. */
function reasonWords({ reason, owner }: Conflict): string {
  const plugin = owner === 'core' || owner === 'base' ? undefined : printable(owner);
  const reasons: Readonly<Record<Conflict['reason'], string>> = {
    edited: `you and ${plugin === undefined ? 'Genlock' : `the plugin ${plugin}`} both changed it`,
    exists: `your file already exists${plugin === undefined ? '' : `, and the plugin ${plugin} adds it too`}`,
    deleted: `Genlock would delete ${plugin === undefined ? 'it' : `this file of the plugin ${plugin}`}, but you edited it`,
    blocked: 'a folder or link has this name',
    open: 'not resolved yet',
  };
  return reasons[reason];
}

/** Lists the files of a plan, one per line, without Genlock's records. */
export function filesView(plan: Plan, screen: Screen): string {
  const { style, width } = screen;
  const colour = { create: style.green, update: style.yellow, delete: style.red } as const;
  return plan.changes
    .filter(({ owner }) => owner !== recordsOwner)
    .map(({ kind, path, owner }) => {
      const by = owner === 'core' ? '' : style.dim(`  ${printable(owner)}`);
      const line = `${colour[kind](marks[kind])} ${printable(path)}${by}`;
      return wrap(line, { width, indent: 2, hanging: 4, hard: true });
    })
    .join('\n');
}

/** Lists the files with conflicts and their reasons. */
export function conflictsView(conflicts: readonly Conflict[], screen: Screen): string {
  return conflicts
    .map((conflict) => {
      const { path, renamedFrom } = conflict;
      const former = renamedFrom === undefined ? '' : ` (before: ${printable(renamedFrom)})`;
      const line = `${screen.style.red('!')} ${printable(path)}${former}: ${reasonWords(conflict)}`;
      return wrap(line, { width: screen.width, indent: 2, hanging: 4, hard: true });
    })
    .join('\n');
}

/** Returns the number of files by top-level folder: `100: 51 client, 40 server, 9 at the root`. */
export function areasView(plan: Plan): string {
  const counts = new Map<string, number>();
  for (const { path, owner } of plan.changes) {
    if (owner === recordsOwner) continue;
    const area = path.includes('/') ? path.slice(0, path.indexOf('/')) : 'at the root';
    counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([area, count]) => `${count}\u00A0${printable(area)}`);
  return parts.length === 0 ? 'none' : `${total}: ${parts.join(', ')}`;
}
