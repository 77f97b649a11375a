import type { Config } from '../config/config.ts';
import type { DataModel } from '../data-layer/model.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from '../plugin/plugin.ts';
import { clientEmitters } from './client/emitters.ts';
import { contributedFiles } from './contributed-files.ts';
import { serverEmitters } from './server/emitters.ts';
import { toolEmitters } from './tools/emitters.ts';
import type { Mode, Tree, TreeFile } from './tree.ts';

/** Grows by one whenever the same inputs would render to other bytes; pinned in the lockfile. */
export const rendererVersion = 1;

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

const emitters: readonly Emitter[] = [...toolEmitters, ...serverEmitters, ...clientEmitters, contributedFiles];

/**
 * Configuration and operations → the project, as a pure function.
 *
 * @throws GenlockError `RENDER_…` where two contributions can't stand together; both owners are named.
 */
export function render(input: RenderInput): Tree {
  const files = new Map<string, TreeFile>();
  for (const { path, content, mode = 0o644, owner = 'core' } of emitters.flatMap((emit) => [...emit(input)])) {
    const other = files.get(path);
    if (other !== undefined) {
      throw new GenlockError({
        code: 'RENDER_PATH_CLASH',
        message: `${path} is written by ${owner} and by ${other.owner}`,
      });
    }
    files.set(path, { content, mode, owner });
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
