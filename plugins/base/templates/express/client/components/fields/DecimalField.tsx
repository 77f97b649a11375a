import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useText } from '@/components/fields/TextField';
import type { FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { fromNumeral, toNumeral } from '@/lib/numerals';

/**
 * Renders an input for decimals of any precision, in the user’s language. With a scale, the input
 * shows at least so many digits after the decimal separator, except during typing.
 */
export function DecimalField<Values extends FieldValues, Output>({
  scale = 0,
  ...props
}: FieldProps<Values, Output> & { scale?: number }) {
  const show = (numeral: string) => fromNumeral(numeral, scale);
  const { frame, input, text, type } = useText(props, show);
  const [typed, setTyped] = useState<string>();
  return (
    <Frame {...frame}>
      <Input
        {...input}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? show(text)}
        onChange={({ target }) => {
          setTyped(target.value);
          type(toNumeral(target.value.trim()));
        }}
        onBlur={() => {
          setTyped(undefined);
          input.onBlur();
        }}
      />
    </Frame>
  );
}
