/** The exit codes of all commands. The numbers are part of the interface. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  declined: 4,
  conflict: 5,
  sandbox: 6,
  integrity: 7,
  bug: 70,
  /** The code of shells for a command that Ctrl-C ended. */
  interrupted: 130,
} as const;
export type ExitName = keyof typeof exitCodes;

/** The meaning of each exit code, as in the table of docs/COMMANDS.md. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'done',
  failed: 'failed',
  usage: 'invalid command line',
  refused: 'refused by a policy or a security rule',
  declined: 'declined, or consent needed without a terminal',
  conflict: 'conflict in the named files, or a saved plan that no longer matches',
  sandbox: 'the sandbox stopped a plugin',
  integrity: 'stored data does not match its record',
  bug: 'internal error (a bug in Genlock)',
  interrupted: 'stopped with Ctrl-C',
};

/** Exit code and hint of an error code. */
export interface CodeEntry {
  readonly exit: ExitName;
  readonly hint: string;
}
