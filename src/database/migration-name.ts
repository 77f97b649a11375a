const longest = 100;

/**
 * Returns the folder name of a new migration: `20260131120000_add_title`, in UTC. The name sorts after all existing
 * migrations, even within the same second or if the clock was set back.
 */
export function migrationName(title: string, { now, existing }: { now: Date; existing: readonly string[] }): string {
  const last = existing
    .map((name) => /^\d{14}/.exec(name)?.[0] ?? '')
    .reduce((one, other) => (other > one ? other : one), '');
  const stamp = stampOf(now);
  return `${stamp > last ? stamp : stampOf(secondAfter(last))}_${slugOf(title)}`;
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_');
  return slug.slice(0, longest).replaceAll(/^_+|_+$/g, '') || 'migration';
}

function stampOf(date: Date): string {
  return date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

function secondAfter(stamp: string): Date {
  const [year, month, day, hour, minute, second] = [...stamp.matchAll(/^\d{4}|\d{2}/g)].map(([part]) => Number(part));
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, (second ?? 0) + 1));
}
