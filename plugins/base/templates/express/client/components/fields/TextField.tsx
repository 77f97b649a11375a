import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';

/** Renders a single-line input. Empty input of an optional field is `null`. */
export function TextField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Input {...input} value={text} onChange={(event) => type(event.target.value)} />
    </Frame>
  );
}

/** Renders a multi-line input. */
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

/** Renders an input for integers of any size. The value is the typed string. */
export function BigIntField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { frame, input, text, type } = useText(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value.trim())}
      />
    </Frame>
  );
}

/** Returns the text of a control. An empty text of an optional field is `null`. */
export function useText<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
  show?: (value: string) => string,
) {
  const { value, change, input, frame } = useField(props, show);
  return {
    frame,
    input,
    text: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    type: (text: string) => change(text === '' && !frame.required ? null : text),
  };
}
