import { formats, textFormats, type FieldDefault, type Format, type TextFormat } from './config.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';

/** The greatest number of digits after the point of a Decimal. */
export const longestScale = 20;

/** The keys of a field that describe the form of its value. */
export interface FormKeys {
  readonly name: string;
  readonly type: string;
  readonly format?: string | undefined;
  readonly currency?: string | undefined;
  readonly scale?: number | undefined;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly pattern?: string | undefined;
  readonly default?: FieldDefault | undefined;
}

/** Returns the faults in `format`, `currency` and `scale`. Paths are relative to the field. */
export function formFaults(field: FormKeys): readonly SchemaFault[] {
  const faults = [...formatFaults(field), ...currencyFaults(field), ...scaleFaults(field)];
  return faults.length > 0 ? faults : valueFaults(field);
}

function formatFaults({ type, format, ...rules }: FormKeys): readonly SchemaFault[] {
  if (format === undefined) return [];
  const allowed = formatsOf(type);
  if (!allowed.some((one) => one === format)) {
    const known = formats.some((one) => one === format);
    const message = known ? `A field of type ${type} has no format "${format}".` : `"${format}" is not a format.`;
    const hint = known || allowed.length === 0 ? {} : { hint: suggestionFor(format, allowed) };
    return [{ code: 'CONFIG_FORMAT_INVALID', message, path: ['format'], ...hint }];
  }
  if (type !== 'String') return [];
  return (['min', 'max', 'pattern'] as const)
    .filter((key) => rules[key] !== undefined)
    .map((key) => ({
      code: 'CONFIG_FORMAT_BESIDE_RULE',
      message: `The format "${format}" already sets the form of the value.`,
      path: [key],
    }));
}

function formatsOf(type: string): readonly string[] {
  if (type === 'String') return textFormats;
  return type === 'Decimal' ? ['money'] : [];
}

function currencyFaults({ format, currency }: FormKeys): readonly SchemaFault[] {
  if (format !== 'money') {
    const message = 'Only a Decimal with the format "money" has a currency.';
    return currency === undefined ? [] : [{ code: 'CONFIG_CURRENCY_MISPLACED', message, path: ['currency'] }];
  }
  if (currency !== undefined && isCurrency(currency)) return [];
  const message = currency === undefined ? 'The format "money" needs a currency.' : `"${currency}" is not a currency.`;
  return [{ code: 'CONFIG_CURRENCY_INVALID', message, path: [currency === undefined ? 'format' : 'currency'] }];
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

function scaleFaults({ type, scale }: FormKeys): readonly SchemaFault[] {
  if (scale === undefined) return [];
  if (type !== 'Decimal') {
    return [
      { code: 'CONFIG_SCALE_MISPLACED', message: `A field of type ${type} has no "scale".`, path: ['scale'] } as const,
    ];
  }
  if (Number.isInteger(scale) && scale >= 0 && scale <= longestScale) return [];
  const message = `"scale" must be a whole number from 0 to ${longestScale}.`;
  return [{ code: 'CONFIG_SCALE_INVALID', message, path: ['scale'] }];
}

/** Returns the values of the field that do not keep its own format or scale. */
function valueFaults(field: FormKeys): readonly SchemaFault[] {
  const { type, format, default: value } = field;
  const scale = scaleOf(field);
  if (type === 'Decimal' && scale !== undefined) {
    return (['min', 'max', 'default'] as const)
      .filter((key) => fractionOf(field[key]).length > scale)
      .map((key) => ({
        code: 'CONFIG_SCALE_EXCEEDED',
        message: `"${key}" has more than ${scale} digits after the point.`,
        path: [key],
      }));
  }
  const isText = textFormats.find((one) => one === format);
  if (isText === undefined || typeof value !== 'string' || hasFormat(value, isText)) return [];
  return [{ code: 'CONFIG_DEFAULT_OUTSIDE', message: `The default doesn't keep "format".`, path: ['default'] }];
}

/** Returns the digits of a decimal after the point. */
function fractionOf(value: FieldDefault | undefined): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return String(value).split('.')[1] ?? '';
}

/** Currencies without two digits after the point (ISO 4217). */
const currencyDigits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
};

/** Returns the number of digits after the point that a Decimal has; `undefined` if any number is accepted. */
export function scaleOf({ scale, currency }: Pick<FormKeys, 'scale' | 'currency'>): number | undefined {
  if (scale !== undefined || currency === undefined) return scale;
  const [digits] = Object.entries(currencyDigits).find(([, codes]) => codes.includes(currency)) ?? ['2'];
  return Number(digits);
}

/** The expressions of the generated server (`shared/lib/formats.ts`). A test compares the results of both. */
const expressions: Readonly<Record<TextFormat, RegExp>> = {
  email: /^(?!\.)(?!.*\.\.)(?=.{1,254}$)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/u,
  url: /^https?:\/\/\S{1,990}$/iu,
  phone: /^\+[1-9]\d{6,14}$/u,
  slug: /^(?=.{1,200}$)[a-z0-9]+(?:-[a-z0-9]+)*$/u,
  color: /^#[0-9a-f]{6}$/u,
};

/** Returns the format of a String; `undefined` for other fields. */
export function textFormatOf({ format }: { readonly format?: Format }): TextFormat | undefined {
  return textFormats.find((one) => one === format);
}

/** Returns whether a string has the format, as the API returns it. */
export function hasFormat(text: string, format: TextFormat): boolean {
  return expressions[format].test(text) && (format !== 'url' || URL.canParse(text));
}
