import type { DatabaseKind } from '../config/config.ts';

/** How long a database lets the name of an index or constraint be; Prisma cuts its own names there. */
const limits: Readonly<Record<DatabaseKind, number>> = { relational: 63, document: 127, file: Infinity };

/**
 * What an index or constraint is called: as Prisma calls it, `Post_slug_key`, but where that would be cut and could be the
 * name of another one then. It gets a digest of the whole name before its ending instead.
 *
 * @param parts table, columns and ending: `key`, `idx`, `fkey` or `pkey`
 */
export function constraintName(parts: readonly string[], database: DatabaseKind): string {
  const name = parts.join('_');
  const limit = limits[database];
  if (name.length <= limit) return name;
  const end = `_${digestOf(name)}_${parts.at(-1)}`;
  return `${name.slice(0, limit - end.length)}${end}`;
}

/** FNV-1a of 32 bits, in seven characters. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}
