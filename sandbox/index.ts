/**
 * Sandbox for plugins. Runs one plugin once, in an isolate in a separate process, and returns its operations. This
 * library does not import other parts of Genlock and does not read project files.
 */
export type * from './protocol/operations.ts';
export {
  accessLevels,
  everyEntity,
  httpMethods,
  middlewarePositions,
  policyResources,
  slotNames,
} from './protocol/operations.ts';
export type * from './protocol/sdk.ts';
export { SandboxError, sandboxErrorCodes } from './protocol/errors.ts';
export type { Frame, LogLine, SandboxErrorCode } from './protocol/errors.ts';
export { defaultLimits, limitNames } from './protocol/limits.ts';
export type { LimitName, Limits } from './protocol/limits.ts';
export { isCssName, isCssValue } from './protocol/css.ts';
export { schemaBlocks } from './protocol/schema-blocks.ts';
export type { SchemaBlock } from './protocol/schema-blocks.ts';
export { isPrototypeKey, isRelativePath, isRoutePath, isSettingKey, isSitePath } from './protocol/syntax.ts';
export { runPlugin } from './host/run.ts';
export { prestartWorker } from './host/prestarted-worker.ts';
export type { RunOptions } from './host/run.ts';
export type { RunInput } from './host/input.ts';
export { probeSandbox } from './host/probe.ts';
export type { LayerProbe, SandboxProbe } from './host/probe.ts';
export type { RunReport } from './host/report.ts';
export { parseOperations } from './protocol/parse-operations.ts';
export { sandboxLayers } from './host/layers.ts';
export type { SandboxLayer } from './host/layers.ts';

/**
 * Version of the SDK's behavior, part of the key for cached results. Must change if the same plugin with the same
 * inputs could produce other operations.
 */
export const sdkVersion = 1;
