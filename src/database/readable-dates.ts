/**
 * Converts date defaults in a migration to a format that the client can read. The engine writes `DEFAULT '2024-02-29
 * 10:00:00 +00:00'`. If the database fills this default into existing rows (after adding a column), the client reads an
 * invalid date. The converted format is the client's own, so these rows are sorted and found like other rows.
 */
export function withReadableDates(script: string): string {
  return script.replaceAll(dateDefault, (...[, head, day, time, zone]: string[]) => {
    return `${head}'${new Date(`${day}T${time}${zone}`).toISOString().replace('Z', '+00:00')}'`;
  });
}

/** Quotes inside a string are doubled, so a string that looks like a definition does not match. */
const dateDefault = /( DATETIME(?: NOT NULL)? DEFAULT )'(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d\d:\d\d)'/g;
