import type { FieldValues } from 'react-hook-form';
import { FrameNotes } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';

export const checkboxClasses = 'accent-primary size-4 shrink-0';

/** Renders a checkbox. */
export function CheckboxField<Values extends FieldValues, Output>(
  props: FieldProps<Values, Output>,
) {
  const { value, change, input, frame } = useField(props);
  return (
    <div className="space-y-1.5">
      <label className="flex min-h-10 items-center gap-3 text-sm font-medium">
        <input
          {...input}
          type="checkbox"
          className={checkboxClasses}
          checked={value === true}
          onChange={(event) => change(event.target.checked)}
        />
        {frame.label}
      </label>
      <FrameNotes {...frame} />
    </div>
  );
}
