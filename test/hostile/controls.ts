/**
 * Controls: each control reports whether a payload works without a guard. Controls are not part of the published
 * package. They do not disable guards: they run the payload without them.
 */
import type { Controls } from './control.ts';
import { fileControls } from './file-controls.ts';
import { nodeControls } from './node-controls.ts';
import { readerControls } from './reader-controls.ts';

export const controls: Controls = { ...nodeControls, ...readerControls, ...fileControls };
