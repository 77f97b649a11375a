import type { Emitter } from '../render.ts';

export const serverEmitters: readonly Emitter[] = [];
