/** The shell commands of the documentation. */

interface Exception {
  readonly command: RegExp;
  readonly reason: string;
}

/** The commands that the test of the documentation does not run. */
export const notRun: readonly Exception[] = [
  {
    command: /^npm (?:ci|cit|run build|run demo|run reports -- --examples)$|^alias genlock=/u,
    reason: 'builds the repository of this test',
  },
  { command: /^node scripts\/first-ten-minutes\.mjs/u, reason: 'is a test of its own' },
  { command: /^npm run dev$|^genlock registry serve/u, reason: 'runs until Ctrl-C' },
  { command: /^genlock (?:login|plugin publish)|^npm (?:owner|pack) /u, reason: 'needs a company registry' },
  { command: /^genlock registry advise/u, reason: 'needs the packages of a company registry' },
  { command: /^(?:docker|sqlite3) /u, reason: 'needs Docker, or the command line of SQLite' },
  { command: /^genlock audit$/u, reason: 'queries the public registry' },
  { command: /^npm config set /u, reason: 'changes the settings of the user' },
  { command: /^npm install (?:@|--save-dev )|^PRISMA_SCHEMA_ENGINE_BINARY=/u, reason: 'downloads other packages' },
  { command: /^(?:mkdir|cp|kill) .*(?:\/srv|\/backup|<process>)/u, reason: 'names the folders of a server' },
];

/** Returns the reason of an exception; `undefined` if the command runs. */
export function reasonNotToRun(command: string): string | undefined {
  return notRun.find((exception) => exception.command.test(command))?.reason;
}

/** Returns the commands of a block without comments. */
export function commandsOf(code: string): readonly string[] {
  const lines = code.split('\n').map((line) => line.replace(/(?:^| +)# .*$/u, '').trim());
  return lines.filter((line) => line !== '');
}
