import type { FieldValues } from 'react-hook-form';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { NativeSelect } from '@/components/ui/native-select';
import { formatName } from '@/lib/format';
import { t } from '@/lib/i18n';

/** Renders a select with fixed values. No selection is `null`. */
export function EnumField<Values extends FieldValues, Output>({
  values,
  ...props
}: FieldProps<Values, Output> & { values: readonly string[] }) {
  const { value, change, input, frame } = useField(props, formatName);
  const chosen = typeof value === 'string' ? value : '';
  return (
    <Frame {...frame}>
      <NativeSelect
        {...input}
        value={chosen}
        onChange={(event) => change(event.target.value || null)}
      >
        <option value="" disabled={frame.required}>
          {frame.required ? t('choose') : t('noChoice')}
        </option>
        {values.map((option) => (
          <option key={option} value={option}>
            {formatName(option)}
          </option>
        ))}
      </NativeSelect>
    </Frame>
  );
}
