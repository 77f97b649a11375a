import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useText } from '@/components/fields/TextField';
import type { FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { t } from '@/lib/i18n';

/** Renders an input for an e-mail address. */
export function EmailField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  return <FormatField {...props} type="email" />;
}

/** Renders an input for a web address. */
export function UrlField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  return <FormatField {...props} type="url" placeholder="https://" />;
}

/** Renders an input for a phone number with its country code. */
export function PhoneField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  return <FormatField {...props} type="tel" placeholder="+" />;
}

type InputLook = Pick<ComponentProps<'input'>, 'type' | 'placeholder'>;

function FormatField<Values extends FieldValues, Output>({
  type: inputType,
  placeholder,
  ...props
}: FieldProps<Values, Output> & InputLook) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type={inputType}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value.trim())}
      />
    </Frame>
  );
}

/** Renders a text input and a picker for a color such as `#1a2b3c`. */
export function ColorField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <div className="flex gap-2">
        <Input
          {...input}
          placeholder="#"
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value.trim())}
        />
        <Input
          type="color"
          aria-label={t('pickColor', { field: frame.label })}
          className="w-14 shrink-0 p-1"
          value={/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => type(event.target.value)}
        />
      </div>
    </Frame>
  );
}
