/** Options of `genlock plugin create`. The module is small, because the command loads it for its help. */
export { defaultScaffoldCalls, scaffoldCalls, scaffoldLanguages } from '../../plugin/scaffold-calls.ts';
export type { ScaffoldCall, ScaffoldLanguage } from '../../plugin/scaffold-calls.ts';
