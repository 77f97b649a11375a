// Reads the commands that Genlock prints from a captured screen.

/** Text as a terminal shows it, without colours, cursor movements and carriage returns. */
export function plainText(screen) {
  // oxlint-disable-next-line no-control-regex -- terminals use control characters
  return screen.replaceAll(/\u001B\[[\d;?]*[A-Za-z]|\u001B\][^\u0007]*\u0007/gu, '').replaceAll('\r', '');
}

/**
 * The commands below a heading, for example `Next`, as they are pasted: a continued command keeps its line ends.
 *
 * @param heading the whole line above the commands
 */
export function commandsBelow(heading, screen) {
  const lines = plainText(screen).split('\n');
  const start = lines.findIndex((line) => line.trim() === heading);
  if (start === -1) return [];
  const block = lines.slice(start + 1);
  const end = block.findIndex((line) => line.trim() === '');
  const commands = [];
  let continued = false;
  for (const line of end === -1 ? block : block.slice(0, end)) {
    if (continued) commands[commands.length - 1] += `\n${line}`;
    else if (/^ {2}\S/u.test(line)) commands.push(line.trim());
    else continue;
    continued = line.endsWith('\\');
  }
  // A reason may stand next to its command.
  return commands.map((command) => command.replace(/ {2,}[A-Z][^'"\n]*$/u, ''));
}

/** The commands between backticks in a wrapped message, such as a hint. */
export function commandsIn(screen) {
  return [...plainText(screen).matchAll(/`([^`\n]+)`/gu)].flatMap(([, command]) => command ?? []);
}
