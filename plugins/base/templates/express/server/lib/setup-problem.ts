interface Fix {
  /** Stable, machine-readable code. */
  readonly code: string;
  /** The command that solves the problem. */
  readonly command?: string;
  /** An instruction, if no single command solves the problem. */
  readonly advice?: string;
}

/** An obstacle outside the code, such as a pending migration, with the step that removes it. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
  readonly code: string;
  readonly fix: Fix;

  constructor(message: string, fix: Fix) {
    super(message);
    this.code = fix.code;
    this.fix = fix;
  }

  /** The problem and its fix in one line. */
  get line(): string {
    const { command, advice } = this.fix;
    return `${this.message} ${command === undefined ? (advice ?? '') : `Run: ${command}`}`.trim();
  }
}

/** How this machine runs Genlock; `.env` can set `GENLOCK_COMMAND`. */
export function genlock(args: string): string {
  return `${process.env.GENLOCK_COMMAND || 'genlock'} ${args}`;
}
