import { oneOf } from './validated-text.ts';

/** `provides`: the part of the application that this plugin implements. */
export const provides = oneOf(['auth'], { code: 'PLUGIN_PROVIDES_UNKNOWN', noun: 'value of "provides"' });
