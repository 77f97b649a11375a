import type { CodePlace } from '../../../src/consent/code-files.ts';
import type { FindingKind } from '../../../src/consent/findings.ts';
import type { ErrorCode } from '../../../src/errors/codes.ts';
import type { Loader } from './loaders.ts';

/** A way in which a tool of a generated project loads code, and how consent covers it. */
export interface Vehicle {
  readonly what: string;
  readonly tool: string;
  /** Path → text. The payload prints or stores `payload ran`. */
  readonly files: Readonly<Record<string, string>>;
  /** File that counts as code. The first file if absent, which is also the file that the loader starts with. */
  readonly payload?: string;
  /** Tool that runs the payload without a guard. `corpus`: the corpus has a case with the first file's path. */
  readonly loader: Loader | 'corpus';
  readonly refused?: ErrorCode;
  /** Place where the payload counts. */
  readonly counted?: CodePlace;
  readonly reported?: readonly FindingKind[];
  /** Whether the payload is imported as a provider. */
  readonly isProvider?: boolean;
}

/** Code of most payloads. */
export const ran = "globalThis.payload = 'ran';\nconsole.log('payload ran');\n";
