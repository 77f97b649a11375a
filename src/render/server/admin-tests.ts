import type { Emitter } from '../emitter.ts';
import { staticFile } from '../static-file.ts';
import { hasAuth } from './auth-port.ts';

/** `test/server/admin.test.ts`: the access tests of the admin area. */
export const adminTests: Emitter = function* (input) {
  const path = 'test/server/admin.test.ts';
  yield { path, content: staticFile(hasAuth(input) ? path : `without-auth/${path}`) };
};
