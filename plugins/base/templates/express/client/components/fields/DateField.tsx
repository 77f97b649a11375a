import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useText } from '@/components/fields/TextField';
import type { FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { formatDate } from '@/lib/format';

/** Renders an input for a day. The value is an ISO 8601 date, without a time zone. */
export function DateField<Values extends FieldValues, Output>(props: FieldProps<Values, Output>) {
  const { frame, input, text, type } = useText(props, formatDate);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type="date"
        min="0001-01-01"
        max="9999-12-31"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </Frame>
  );
}
