/** Whether the terminal gets plain lines of text: `TERM` is `dumb`, or `ACCESSIBLE` asks for it. No colour, nothing is redrawn. */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  const wish = env['ACCESSIBLE'] ?? '';
  return env['TERM'] === 'dumb' || (wish !== '' && wish !== '0' && wish !== 'false');
}
