import type { DatabaseKind } from '../config/config.ts';

/** The maximum length of index and constraint names. Prisma truncates its names at this length. */
const limits: Readonly<Record<DatabaseKind, number>> = { relational: 63, document: 127, file: Infinity };

/**
 * Returns the name of an index or constraint, as Prisma chooses it (`Post_slug_key`). If truncation could make the name
 * ambiguous, inserts a digest of the full name before the ending.
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

/** Returns a 32-bit FNV-1a digest with seven characters. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}
