/** What the process exits with; the numbers are part of the command's interface. */
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
  /** As a shell says of what Ctrl-C ended. */
  interrupted: 130,
} as const;
export type ExitName = keyof typeof exitCodes;

/** What stands behind one error code: how the command exits and what the user can do. */
export interface CodeEntry {
  readonly exit: ExitName;
  readonly hint: string;
}
