import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';

/** A line of text; empty is `null` where the field is optional. */
export function TextField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Input {...input} value={text} onChange={(event) => type(event.target.value)} />
    </Frame>
  );
}

/** Text of many lines. */
export function TextAreaField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Textarea {...input} value={text} onChange={(event) => type(event.target.value)} />
    </Frame>
  );
}

/** A number of any precision, kept as the text that was typed. */
export function DecimalField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
) {
  return <DigitsField {...props} inputMode="decimal" />;
}

/** A whole number of any size, kept as the text that was typed. */
export function BigIntField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  return <DigitsField {...props} inputMode="numeric" />;
}

function DigitsField<Values extends FieldValues, Output>({
  inputMode,
  ...props
}: FieldProps<Values, Output> & { inputMode: 'decimal' | 'numeric' }) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        inputMode={inputMode}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value.trim())}
      />
    </Frame>
  );
}

function useText<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { value, change, input, frame } = useField(props);
  return {
    frame,
    input,
    text: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    type: (text: string) => change(text === '' && !frame.required ? null : text),
  };
}
