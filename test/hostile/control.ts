import type { Case } from './cases.ts';
import type { Run } from './sandboxed.ts';

/** A case in its folder, with the outcome of the guarded run. */
export interface Material extends Case {
  /** The plugin's folder. */
  readonly plugin: string;
  /** The folder around it: a place to be broken into. */
  readonly outer: string;
  readonly run: Run;
}

type Control = (material: Material) => boolean | Promise<boolean>;

export type Controls = Readonly<Record<string, Control>>;

/** Characters that act on a terminal, or deceive who reads it. */
export const acting =
  // oxlint-disable-next-line no-control-regex -- naming control characters is the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** Returns the paths that a payload names. */
export function pathsIn(payload: unknown): readonly string[] {
  if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return Object.keys(payload);
  return Array.isArray(payload) ? payload.map(String) : [String(payload)];
}
