const second = 1000;
const units: Readonly<Record<string, number>> = {
  s: second,
  m: 60 * second,
  h: 3600 * second,
  d: 24 * 3600 * second,
  w: 7 * 24 * 3600 * second,
};

/** Converts a duration such as `12h` or `3d` to milliseconds; `undefined` if the string is not a valid duration. */
export function durationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/u.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}

const sizes: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/**
 * Converts a size such as `512KB` or `10MB` to bytes (1 KB = 1024 bytes); `undefined` if the string is invalid or the
 * size is 0.
 */
export function sizeBytes(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})(B|KB|MB|GB)$/u.exec(text) ?? [];
  const bytes = Number(count) * (sizes[unit] ?? 0);
  return count === undefined || bytes === 0 ? undefined : bytes;
}
