import type { CodeEntry } from '../entry.ts';

export const configCodes = {} as const satisfies Record<string, CodeEntry>;
