import { useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { RelationField } from '@/components/fields/RelationField';
import type { AnyColumn } from '@/components/records/Cell';
import { Input } from '@/components/ui/input';
import type { Comparison } from '@/lib/conditions';
import { formatName } from '@/lib/format';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

interface FilterValuesProps {
  column: AnyColumn;
  comparison: Comparison;
  /** The entered value of each operator. */
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Renders the inputs for the values of a filter. */
export function FilterValues({ column, comparison, values, onChange }: FilterValuesProps) {
  const { label, relation, type } = column;
  const [first = '', second = ''] = values;
  if (relation) {
    return (
      <Picker label={label} resource={relation} value={first} onChange={(id) => onChange([id])} />
    );
  }
  if (type === 'boolean') {
    const answers = [
      { value: 'true', text: t('yes') },
      { value: 'false', text: t('no') },
    ];
    return (
      <Choices label={label} kind="radio" options={answers} chosen={[first]} onChange={onChange} />
    );
  }
  if (type === 'enum') {
    return (
      <Choices
        label={label}
        kind="checkbox"
        options={(column.values ?? []).map((value) => ({ value, text: formatName(value) }))}
        chosen={first.split(',').filter(Boolean)}
        onChange={(chosen) => onChange([chosen.join(',')])}
      />
    );
  }
  if (comparison.operators.length === 1) {
    return <Entry label={label} type={type} value={first} onChange={(text) => onChange([text])} />;
  }
  return (
    <div role="group" aria-label={label} className="grid gap-4 sm:grid-cols-2">
      <Entry
        label={t('from')}
        type={type}
        value={first}
        onChange={(text) => onChange([text, second])}
      />
      <Entry
        label={t('to')}
        type={type}
        value={second}
        onChange={(text) => onChange([first, text])}
      />
    </div>
  );
}

interface EntryProps {
  label: string;
  type: AnyColumn['type'];
  value: string;
  onChange: (value: string) => void;
}

function Entry({ label, type, value, onChange }: EntryProps) {
  const id = useId();
  const isDay = type === 'date' || type === 'dateTime';
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <Input
        id={id}
        type={isDay ? 'date' : type === 'number' ? 'number' : 'text'}
        step={type === 'number' ? 'any' : undefined}
        max={isDay ? '9999-12-30' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface ChoicesProps {
  label: string;
  kind: 'checkbox' | 'radio';
  options: readonly { readonly value: string; readonly text: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Choices({ label, kind, options, chosen, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="space-y-1">
      <legend className="text-sm font-medium">{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value} className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type={kind}
            name={name}
            className="accent-primary size-4"
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              const others = kind === 'radio' ? [] : chosen.filter((one) => one !== value);
              onChange(target.checked ? [...others, value] : others);
            }}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface PickerProps {
  label: string;
  resource: Resource;
  value: string;
  onChange: (id: string) => void;
}

function Picker({ label, resource, value, onChange }: PickerProps) {
  const { control } = useForm({ defaultValues: { record: value } });
  const record = useWatch({ control, name: 'record' });
  useEffect(() => {
    // The picker sets null if it is cleared.
    if ((record ?? '') !== value) onChange(record ?? '');
  }, [record, value, onChange]);
  return (
    <RelationField control={control} name="record" label={label} resource={resource} required />
  );
}
