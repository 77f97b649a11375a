/** What plugin authors test their plugins with. */
export type * from '../sandbox/index.ts';
