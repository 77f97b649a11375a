// Pages with lists do not load Zod, which is larger than their own scripts.

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is an object with values of one type only. */
export function isRecordOf<Value>(
  value: unknown,
  isValue: (one: unknown) => one is Value,
): value is Record<string, Value> {
  return isObject(value) && Object.values(value).every(isValue);
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}
