/**
 * Quotes a word for the shell of a platform: POSIX shells, or PowerShell and cmd on Windows. Plain words are unchanged.
 *
 * @param platform as `process.platform` names it
 */
export function commandWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[\w./\\@:-]+$/u.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
  // zsh expands a word that starts with an equals sign.
  return /^(?!=)[\w./@:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
