import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { formatDateTime } from '@/lib/format';

/** Renders a timestamp input in the user’s time zone. The value is ISO 8601 in UTC. */
export function DateTimeField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
) {
  const { value, change, input, frame } = useField(props, formatDateTime);
  const empty = frame.hasDefault ? undefined : null;
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={typeof value === 'string' ? toLocal(value) : ''}
        onChange={(event) => change(toIso(event.target.value) ?? empty)}
      />
    </Frame>
  );
}

/** Converts a timestamp to local time: `2026-05-01T09:30`. */
function toLocal(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function toIso(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
