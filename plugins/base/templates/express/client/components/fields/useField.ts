import { useId } from 'react';
import {
  useController,
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { t, translateProblem } from '@/lib/i18n';

/** Represents a string that isn't valid JSON. No schema accepts this value. */
export const invalidJson = Symbol('invalid JSON');

/** The error type after a conflict with another user. The message is their value. */
export const theirValue = 'theirs';

/** The common props of all form fields. */
export interface FieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  label: string;
  hint?: string;
  /** Describes the accepted values. */
  limit?: string;
  required?: boolean;
  /** Whether the server sets a default if the input is empty. Empty input is then `undefined`. */
  hasDefault?: boolean;
}

/**
 * Returns a field’s value, and the attributes that link control, label, hint and error.
 *
 * @param show returns the readable form of a value, for a conflict with another user
 */
export function useField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
  show: (value: string) => string | undefined = String,
) {
  const { control, name, label, hint, limit, required = false, hasDefault = false } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const error = fieldState.error && messageOf(fieldState.error, field.value, show);
  const notes = [hint, limit].filter((note) => note !== undefined);
  const text = notes.join(' ') || (hasDefault ? t('emptyMeansDefault') : undefined);
  const note = error ? `${id}-error` : `${id}-hint`;
  return {
    value: field.value as unknown,
    /** The value of another user, after a conflict. */
    theirs: fieldState.error?.type === theirValue ? fieldState.error.message : undefined,
    change: field.onChange as (value: unknown) => void,
    input: {
      id,
      name: field.name,
      ref: field.ref,
      onBlur: field.onBlur,
      'aria-invalid': fieldState.invalid,
      'aria-describedby': error || text ? note : undefined,
    },
    frame: { id, label, hint: text, required, hasDefault, error },
  };
}

export type FieldFrame = ReturnType<typeof useField>['frame'];
export type FieldInput = ReturnType<typeof useField>['input'];

/** Returns the error message. Common mistakes get a clearer message than the schema provides. */
function messageOf(
  { type, message }: FieldError,
  value: unknown,
  show: (value: string) => string | undefined,
): string | undefined {
  if (type === 'server') return message;
  if (type === theirValue) {
    const theirs = message && show(message);
    return theirs ? t('conflictValue', { value: theirs }) : t('conflictField');
  }
  if (value === undefined || value === null || value === '') return t('required');
  if (value === invalidJson) return t('jsonInvalid', { example: '{"size": 3}' });
  if (Number.isNaN(value)) return t('numberInvalid');
  if (type === 'invalid_type' && typeof value === 'number') return t('integerInvalid');
  return message && translateProblem(message);
}
