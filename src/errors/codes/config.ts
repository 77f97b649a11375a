import type { CodeEntry } from '../codes.ts';

export const configCodes = {} as const satisfies Record<string, CodeEntry>;
