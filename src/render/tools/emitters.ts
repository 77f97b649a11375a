/** Files that run tools: package.json, compiler, linter, bundler, environment. */
import type { Emitter } from '../render.ts';

export const toolEmitters: readonly Emitter[] = [];
