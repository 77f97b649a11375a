/**
 * A migration whose date defaults the client can read. The engine writes `DEFAULT '2024-02-29 10:00:00 +00:00'`, which
 * the client makes an invalid date of as soon as the database fills it in: in the rows there are, when a column is
 * added. The form here is the one the client writes itself, so that such rows are also sorted and found like the others.
 */
export function withReadableDates(script: string): string {
  return script.replaceAll(dateDefault, (...[, head, day, time, zone]: string[]) => {
    return `${head}'${new Date(`${day}T${time}${zone}`).toISOString().replace('Z', '+00:00')}'`;
  });
}

/** Inside a text a quote is doubled, so a text that reads like a definition doesn't match. */
const dateDefault = /( DATETIME(?: NOT NULL)? DEFAULT )'(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-]\d\d:\d\d)'/g;
