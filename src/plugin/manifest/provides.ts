import { oneOf } from './validated-text.ts';

/** `provides`: the port of the application this plugin fills. */
export const provides = oneOf(['auth'], { code: 'PLUGIN_PROVIDES_UNKNOWN', noun: 'port of the application' });
