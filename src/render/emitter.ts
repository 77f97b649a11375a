import type { Config } from '../config/config.ts';
import type { DataModel } from '../data-layer/model.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { Mode } from '../core/tree.ts';

/** All a project is made of. Contributions come in a fixed order: `base` first, then by plugin name. */
export interface RenderInput {
  readonly config: Config;
  readonly model: DataModel;
  readonly contributions: readonly Contribution[];
}

/** A file one emitter makes. Text uses LF and ends with a newline. */
export interface EmittedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** 0644 if absent. */
  readonly mode?: Mode;
  /** `core` if absent. */
  readonly owner?: string;
}

/** Makes the files of one concern from the whole input; pure. */
export type Emitter = (input: RenderInput) => Iterable<EmittedFile>;
