/** Returns the scope of a package name, such as `@acme`. */
export function scopeOf(name: string): string | undefined {
  return /^@[^/]+/u.exec(name)?.[0];
}
