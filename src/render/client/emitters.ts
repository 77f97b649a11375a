import type { Emitter } from '../render.ts';

export const clientEmitters: readonly Emitter[] = [];
