/**
 * `genlock/testing`: test support for plugin authors, for any test runner. It uses the same sandbox as users' commands
 * and the same validation of the result.
 *
 * @example
 * ```js
 * import assert from 'node:assert/strict';
 * import { test } from 'node:test';
 * import { runPluginFolder } from 'genlock/testing';
 * test('the title arrives in the page', async () => {
 * const { files } = await runPluginFolder({ folder: '.', settings: { title: 'Notes' } });
 * assert.match(files.get('client/pages/notes.tsx') ?? '', /<h1>Notes<\/h1>/);
 * });
 * ```
 */
export { runPluginFolder, type PluginOutcome, type PluginRun } from './flows/author/plugin-outcome.ts';
export type { CodeAmount, CodeAmounts, Footprint, RouteFootprint } from './flows/author/plugin-outcome.ts';
export type * from '../sandbox/protocol/operations.ts';
export type { Frame, LogLine } from '../sandbox/index.ts';
export type { DatabaseKind } from './config/config.ts';
export type { ErrorCode } from './errors/codes.ts';
export { GenlockError, type FailedRun, type Problem, type SourceLine, type Where } from './errors/error.ts';
export type { Manifest } from './plugin/plugin.ts';
