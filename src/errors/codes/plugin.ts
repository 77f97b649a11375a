import type { CodeEntry } from '../codes.ts';

export const pluginCodes = {} as const satisfies Record<string, CodeEntry>;
