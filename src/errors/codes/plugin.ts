import type { CodeEntry } from '../entry.ts';

export const pluginCodes = {} as const satisfies Record<string, CodeEntry>;
