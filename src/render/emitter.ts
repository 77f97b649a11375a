import type { Config } from '../config/config.ts';
import type { SourceLocations } from '../core/json-document.ts';
import type { DataModel } from '../data-layer/model.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { Mode } from '../core/tree.ts';

/** The inputs of a project. Contributions have a fixed order: `base` first, then by plugin name. */
export interface RenderInput {
  readonly config: Config;
  readonly model: DataModel;
  readonly contributions: readonly Contribution[];
  /** Positions in `genlock.json`, for problems. */
  readonly places?: Pick<SourceLocations, 'locate'> | undefined;
}

/** A file from an emitter. Text uses LF and ends with a newline. */
export interface EmittedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** 0644 if absent. */
  readonly mode?: Mode;
  /** `core` if absent. */
  readonly owner?: string;
}

/** Creates the files of one concern from the whole input. A pure function. */
export type Emitter = (input: RenderInput) => Iterable<EmittedFile>;
