import type { Emitter } from '../emitter.ts';

/** Nothing the project needs has an install script; those of packages that come later stay off until someone looks. */
export const npmConfig: Emitter = function* () {
  yield { path: '.npmrc', content: 'ignore-scripts=true\n' };
};
