import * as z from 'zod';
import type { SettingSchema } from '../../../sandbox/index.ts';
import { validatedText, oneOf } from './validated-text.ts';
import { line } from './text.ts';

const longestValue = 10_000;

/** Normalizes a negative zero, which JSON can contain. */
const number = z.number().transform((given) => given + 0);

const textOf = (noun: string) =>
  validatedText((given) => {
    if (given.length <= longestValue) return undefined;
    return { code: 'PLUGIN_TEXT_INVALID', message: `The ${noun} has more than ${longestValue} characters.` };
  });

const defaultText = textOf('default');
const sampleText = textOf('sample');

const patternText = validatedText((given) => {
  if (given.length <= 200) return undefined;
  return { code: 'PLUGIN_SETTING_VALIDATION_INVALID', message: 'The pattern has more than 200 characters.' };
});

const environmentName = validatedText((given) => {
  if (/^[A-Z][A-Z0-9_]{0,99}$/u.test(given)) return undefined;
  return { code: 'PLUGIN_SETTING_ENV_INVALID', message: `${JSON.stringify(given)} can't be a variable's name.` };
});

/** Schema of one `settings.schema` entry. Rules that combine several keys are in the neighbouring files. */
export const setting: z.ZodType<SettingSchema> = z.strictObject({
  type: oneOf(['string', 'number', 'boolean'], { code: 'PLUGIN_SETTING_TYPE_UNKNOWN', noun: 'setting type' }),
  label: line.exactOptional(),
  default: z.union([defaultText, number, z.boolean()]).exactOptional(),
  sample: z.union([sampleText, number, z.boolean()]).exactOptional(),
  required: z.boolean().exactOptional(),
  secret: z.boolean().exactOptional(),
  validation: oneOf(['url'], { code: 'PLUGIN_SETTING_VALIDATION_INVALID', noun: 'validation' }).exactOptional(),
  pattern: patternText.exactOptional(),
  min: number.exactOptional(),
  max: number.exactOptional(),
  env: environmentName.exactOptional(),
  generate: z.boolean().exactOptional(),
});
