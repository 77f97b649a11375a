/** Syntax rules for jobs, checked on both sides of the boundary. The rules only check strings. */

/** Returns whether a string is a valid name of a job. */
export function isJobName(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text) && text.length <= 63;
}

/** The least and the greatest value of each field: minute, hour, day of the month, month, day of the week. */
const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/**
 * Returns whether a string is a cron expression that every scheduler reads alike: five fields with numbers, `*`, ranges, steps and
 * lists.
 */
export function isSchedule(text: string): boolean {
  const fields = text.split(' ');
  if (text.length > 100 || fields.length !== bounds.length) return false;
  return bounds.every((range, index) => (fields[index] ?? '').split(',').every((part) => isPart(part, range)));
}

function isPart(text: string, [least, greatest]: readonly [number, number]): boolean {
  const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(text);
  if (match === null) return false;
  const [, start, end, step] = match;
  // Schedulers disagree about a step after a single number.
  if (step !== undefined && (Number(step) === 0 || (start !== undefined && end === undefined))) return false;
  const [first, last] = [Number(start ?? least), Number(end ?? start ?? greatest)];
  return least <= first && first <= last && last <= greatest;
}

/** Returns whether a string has the form of a time zone's name. Whether the zone exists is checked elsewhere. */
export function isTimeZoneName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(text) && text.length <= 50;
}
