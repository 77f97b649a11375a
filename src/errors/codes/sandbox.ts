import type { CodeEntry } from '../entry.ts';

export const sandboxCodes = {} as const satisfies Record<string, CodeEntry>;
