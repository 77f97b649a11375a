/**
 * Returns whether the terminal needs plain lines of text, without colour or redrawing: `TERM` is `dumb`, or
 * `ACCESSIBLE` is set.
 */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  const wish = env['ACCESSIBLE'] ?? '';
  return env['TERM'] === 'dumb' || (wish !== '' && wish !== '0' && wish !== 'false');
}
