import type { CodeEntry } from '../codes.ts';

export const dataCodes = {} as const satisfies Record<string, CodeEntry>;
