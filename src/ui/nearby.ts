import { isAbsolute, relative, sep } from 'node:path';
import { printable } from '../errors/printable.ts';

/** Returns a folder as the user would type it: relative if that is shorter. */
export function nearby(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === '') return 'this folder';
  return printable(short.startsWith('..') || isAbsolute(short) ? path : `.${sep}${short}`);
}
