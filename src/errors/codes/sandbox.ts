import type { CodeEntry } from '../codes.ts';

export const sandboxCodes = {} as const satisfies Record<string, CodeEntry>;
