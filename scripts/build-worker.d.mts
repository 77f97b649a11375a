import type { Metafile } from 'esbuild';

export function buildWorker(): Promise<Metafile[]>;
