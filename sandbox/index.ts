/**
 * The sandbox: run one plugin once, in an isolate in a process of its own, and return its operations. A leaf library:
 * it imports nothing of the rest and reads nothing of the project.
 */
export type * from './protocol/operations.ts';
export { accessLevels, httpMethods } from './protocol/operations.ts';
export type * from './protocol/sdk.ts';
export { SandboxError, sandboxErrorCodes } from './protocol/errors.ts';
export type { Frame, LogLine, SandboxErrorCode } from './protocol/errors.ts';
export { defaultLimits, limitNames } from './protocol/limits.ts';
export type { LimitName, Limits } from './protocol/limits.ts';
export { isCssName, isCssValue } from './protocol/css.ts';
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

/** Changes when the same plugin with the same inputs could give other operations; part of the key of kept results. */
export const sdkVersion = 1;
