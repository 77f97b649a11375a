import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { type FieldProps, useField } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';

interface LineFieldProps<Values extends FieldValues> extends FieldProps<Values, Values> {
  /** `username` is an e-mail address: it is what people sign in with. */
  autoComplete: 'username' | 'name';
}

/** A line of text that browsers and password managers know how to fill in. */
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
        {...(autoComplete === 'username' && { autoCapitalize: 'none', spellCheck: false })}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => change(event.target.value)}
      />
    </Frame>
  );
}
