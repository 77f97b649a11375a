import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { type FieldProps, useField } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { t } from '@/lib/i18n';

interface LineFieldProps<Values extends FieldValues> extends FieldProps<Values, Values> {
  autoComplete: 'username' | 'email' | 'name' | 'one-time-code' | 'off';
  type?: 'email' | 'text';
}

/** Renders a text input with autocomplete for browsers and password managers. */
export function LineField<Values extends FieldValues>({
  autoComplete,
  type = 'text',
  ...props
}: LineFieldProps<Values>) {
  const { value, change, input, frame } = useField(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type={type}
        aria-required={frame.required}
        autoComplete={autoComplete}
        enterKeyHint="go"
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
  /** `username` is the address of the account, `email` another address of the same user. */
  autoComplete?: 'username' | 'email' | 'off';
}

/** Renders the input for an e-mail address. */
export function EmailField<Values extends FieldValues>(props: EmailFieldProps<Values>) {
  return (
    <LineField label={t('authEmail')} autoComplete="username" {...props} type="email" required />
  );
}
