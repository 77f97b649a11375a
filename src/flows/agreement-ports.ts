import type { FileDiff } from './file-diff.ts';

/** Who could agree. */
export interface AgreementPorts {
  readonly interactive: boolean;
  /** Asks whether to do what was shown; `diff` is every line of it, for whoever wants to read them first. */
  readonly agree: (diff: () => Promise<readonly FileDiff[]>) => Promise<boolean>;
}
