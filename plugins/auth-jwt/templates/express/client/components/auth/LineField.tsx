import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { type FieldProps, useField } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { t } from '@/lib/i18n';

interface LineFieldProps<Values extends FieldValues> extends FieldProps<Values, Values> {
  /** `username` is the e-mail address, which identifies the account. */
  autoComplete: 'username' | 'name' | 'one-time-code' | 'off';
}

/** Renders a text input with autocomplete for browsers and password managers. */
export function LineField<Values extends FieldValues>({
  autoComplete,
  ...props
}: LineFieldProps<Values>) {
  const { value, change, input, frame } = useField(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type={autoComplete === 'username' ? 'email' : 'text'}
        aria-required={frame.required}
        autoComplete={autoComplete}
        {...(autoComplete !== 'name' && { autoCapitalize: 'none', spellCheck: false })}
        {...(autoComplete === 'one-time-code' && { inputMode: 'numeric' })}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => change(event.target.value)}
      />
    </Frame>
  );
}

interface EmailFieldProps<Values extends FieldValues> {
  control: FieldProps<Values, Values>['control'];
  name: FieldProps<Values, Values>['name'];
  label?: string;
}

/** Renders the input for the e-mail address of an account. */
export function EmailField<Values extends FieldValues>(props: EmailFieldProps<Values>) {
  return <LineField label={t('authEmail')} {...props} autoComplete="username" required />;
}
