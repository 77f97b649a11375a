import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';

/**
 * Renders a number input; `step="1"` for integers. Empty input is `null`, invalid input is `NaN`.
 */
export function NumberField<Values extends FieldValues, Output>({
  step = 'any',
  min,
  max,
  ...props
}: FieldProps<Values, Output> & { step?: '1' | 'any'; min?: number; max?: number }) {
  const { value, change, input, frame } = useField(props);
  return (
    <Frame {...frame}>
      <Input
        {...input}
        type="number"
        inputMode={step === '1' ? 'numeric' : 'decimal'}
        step={step}
        min={min}
        max={max}
        value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
        onChange={({ target }) => {
          const empty = target.value === '' && !target.validity.badInput;
          change(empty ? null : target.valueAsNumber);
        }}
      />
    </Frame>
  );
}
