/** The sandbox: run one plugin once, in an isolate in a process of its own, and return its operations. */
export type * from './protocol/operations.ts';
export { accessLevels, httpMethods } from './protocol/operations.ts';
