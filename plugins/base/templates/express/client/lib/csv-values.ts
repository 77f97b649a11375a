import { safeParse, type z } from 'zod';
import { t } from '@/lib/i18n';
import { toNumeral } from '@/lib/numerals';
import type { Resource } from '@/lib/resource';

/** A field that a column of a file can fill. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly isJson: boolean;
  /** The resource of the related records, if any. */
  readonly relation?: Resource | undefined;
  /** Whether a record can have several related records. */
  readonly isMany?: boolean | undefined;
}

interface Target {
  readonly schema: unknown;
  readonly field: ImportField;
}

/** Returns the first value for a cell that the schema accepts, or else the cell itself. */
export function valueOf(text: string, { schema, field }: Target): unknown {
  // The export puts an apostrophe before a string that a spreadsheet would run as a formula.
  const given = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? text.slice(1) : text;
  return (
    interpretations(given, field.isJson).find(
      (value) => safeParse(schema as z.ZodType, value).success,
    ) ?? given
  );
}

const booleans = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Returns the value of a word, in English or in the user’s language. */
function booleanOf(word: string): boolean | undefined {
  if (word === t('yes').toLowerCase()) return true;
  if (word === t('no').toLowerCase()) return false;
  return booleans.get(word);
}

/** Replaces a day such as `31.1.2026` at the start of a string by `2026-01-31`. */
function isoDayIn(text: string): string {
  return text.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
}

function interpretations(text: string, isJson: boolean): readonly unknown[] {
  if (isJson) return [parsedJson(text)];
  const iso = isoDayIn(text);
  const isLocalTime = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/.test(iso);
  const time = new Date(iso.replace(' ', 'T'));
  const numeral = toNumeral(text);
  return [
    text,
    iso,
    numeral,
    Number(numeral),
    booleanOf(text.toLowerCase()),
    ...(isLocalTime && !Number.isNaN(time.getTime()) ? [time.toISOString()] : []),
    text.split(/[\s,;]+/).filter(Boolean),
  ].filter((value) => value !== undefined);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
