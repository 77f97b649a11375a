import type { TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { ScalarField } from '../../data-layer/model.ts';
import { labelOf } from '../../data-layer/names.ts';
import { quote } from '../code.ts';
import { patternSample, sampleText } from '../server/pattern-sample.ts';
import { isBeyondSamples, isEmail } from '../server/sample-values.ts';

/** Selects one of two values of a field. The values differ if the rules allow it. */
type Which = 1 | 2;

/** Returns an expression for a valid API value within the field's bounds. */
export function sampleOf(field: ScalarField, which: Which): string {
  return samples[field.type](field, which);
}

/** Returns whether the field has two sample values that certainly differ. */
export function canChange(field: ScalarField): boolean {
  return !isBeyondSamples(field) && sampleOf(field, 1) !== sampleOf(field, 2);
}

const samples: Readonly<Record<ScalarField['type'], (field: ScalarField, which: Which) => string>> = {
  String: textSample,
  Text: textSample,
  Int: (field, which) => numberSample(field, which) ?? String(which),
  BigInt: (field, which) => quote(numberSample(field, which) ?? String(which)),
  Float: (field, which) => numberSample(field, which) ?? `${which}.5`,
  Decimal: (field, which) => quote(numberSample(field, which) ?? decimalSample(field, which)),
  Boolean: (_, which) => String(which === 1),
  Date: (_, which) => `'2026-0${which}-28'`,
  DateTime: (_, which) => `'2026-0${which}-28T12:00:00.000Z'`,
  Json: (_, which) => `{ size: ${which} }`,
  Enum: ({ values = [] }, which) => quote(values[which - 1] ?? values[0] ?? ''),
};

const formatSamples: Readonly<Record<TextFormat, (which: Which) => string>> = {
  email: (which) => `user${which}@example.com`,
  url: (which) => `https://example.com/${which}`,
  phone: (which) => `+1555100000${which}`,
  slug: (which) => `slug-${which}`,
  color: (which) => `#00000${which}`,
};

function decimalSample(field: ScalarField, which: Which): string {
  const digits = '25'.slice(0, scaleOf(field) ?? 2);
  return `${which}2${digits === '' ? '' : `.${digits}`}`;
}

function textSample(field: ScalarField, which: Which): string {
  const { name, pattern, min, max } = field;
  const format = textFormatOf(field);
  if (format !== undefined) return quote(formatSamples[format](which));
  if (isEmail(field)) return quote(formatSamples.email(which));
  if (pattern !== undefined) {
    const sample = patternSample(pattern, field);
    return sample === undefined ? `faker.helpers.fromRegExp(${quote(pattern)})` : quote(sampleText(sample, which));
  }
  const text = `${which} ${labelOf(name)}`.padEnd(Number(min ?? 0), 'x');
  return quote(max === undefined ? text : text.slice(0, Number(max)).trim());
}

/** Returns one of the bounds, or a number next to the only bound. */
function numberSample({ type, min, max }: ScalarField, which: Which): string | undefined {
  if (min !== undefined && max !== undefined) return String(which === 1 ? min : max);
  const bound = min ?? max;
  if (bound === undefined) return undefined;
  const step = min === undefined ? 1 - which : which - 1;
  return type === 'BigInt' ? String(BigInt(bound) + BigInt(step)) : String(Number(bound) + step);
}
