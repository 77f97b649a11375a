import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useText } from '@/components/fields/TextField';
import type { FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';

/**
 * Renders an input for decimals of any precision. The value is the typed string. With a scale, the
 * input shows at least so many digits after the point, except during typing.
 */
export function DecimalField<Values extends FieldValues, Output>({
  scale = 0,
  ...props
}: FieldProps<Values, Output> & { scale?: number }) {
  const { frame, input, text, type } = useText(props);
  const [isTyping, setTyping] = useState(false);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        inputMode="decimal"
        autoComplete="off"
        value={isTyping ? text : padded(text, scale)}
        onChange={(event) => {
          setTyping(true);
          type(event.target.value.trim());
        }}
        onBlur={() => {
          setTyping(false);
          input.onBlur();
        }}
      />
    </Frame>
  );
}

function padded(text: string, scale: number): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined || scale === 0 ? text : `${whole}.${fraction.padEnd(scale, '0')}`;
}
