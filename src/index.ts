/** Library interface of Genlock: the functions behind the commands, without a terminal. */
export {
  initProject,
  type InitPorts,
  type InitPreview,
  type InitRequest,
  type InitResult,
} from './flows/project/init.ts';
export type { Summary } from './engine/summary.ts';
export type { Digest } from './core/digest.ts';
export type { Change, Conflict, NextStep, Plan } from './plan/plan.ts';
export type { DatabaseKind } from './config/config.ts';
export { exitCodes, type ErrorCode, type ExitName } from './errors/codes.ts';
export { GenlockError, type FailedRun, type Problem, type SourceLine, type Where } from './errors/error.ts';
export { toErrorReport, type ErrorReport, type ReportedProblem } from './errors/report.ts';
