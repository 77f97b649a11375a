import type { CodeEntry } from '../codes.ts';

export const projectCodes = {} as const satisfies Record<string, CodeEntry>;
