import type { Emitter } from '../emitter.ts';

/** Disables install scripts. The generated project needs none, and users can review scripts of later packages. */
export const npmConfig: Emitter = function* () {
  yield { path: '.npmrc', content: 'ignore-scripts=true\n' };
};
