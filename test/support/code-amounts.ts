import type { CodePlace } from '../../src/consent/code-files.ts';
import { amountsBy, type CodeAmounts } from '../../src/consent/footprint.ts';

/** Creates amounts of code from lines by place. Each line has 30 bytes. */
export function codeOf(lines: Partial<Record<CodePlace, number>> = {}): CodeAmounts {
  return amountsBy((place) => ({ lines: lines[place] ?? 0, bytes: 30 * (lines[place] ?? 0) }));
}

/** Printed footprint of a plugin that contributes nothing. */
export const noFootprint = {
  ...{ files: 0, code: codeOf(), styles: { lines: 0, bytes: 0 }, routes: [], models: [], guards: [] },
  ...{
    reads: [],
    extensions: [],
    hosts: [],
    middleware: [],
    hooks: [],
    jobs: [],
    slots: [],
    providers: [],
    menu: [],
    theme: [],
    packages: [],
    settings: [],
    secrets: [],
  },
};
