import type { CodeEntry } from '../entry.ts';

export const projectCodes = {} as const satisfies Record<string, CodeEntry>;
