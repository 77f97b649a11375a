import { Combobox } from '@base-ui/react/combobox';
import { ChoiceList, typing } from '@/components/fields/ChoiceList';
import { pickerClasses } from '@/components/fields/PickerPlaceholder';
import type { FieldFrame, FieldInput } from '@/components/fields/useField';
import { X } from '@/components/icons';
import { type Picker, useEarlyFocus } from '@/hooks/usePicker';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface RelationsPickerProps<Item extends Stored> {
  resource: Resource<Item>;
  picker: Picker<Item>;
  frame: FieldFrame;
  input: FieldInput;
  placeholder: string;
  value: readonly Item[];
  onChange: (records: Item[]) => void;
}

/** Renders the selected records, and an input that searches for more. */
export function RelationsPicker<Item extends Stored>(props: RelationsPickerProps<Item>) {
  const { resource, picker, frame, input, placeholder, value, onChange } = props;
  useEarlyFocus(picker.early, input.id);
  return (
    <Combobox.Root {...picker.props} multiple value={[...value]} onValueChange={onChange}>
      <Combobox.InputGroup
        className={cn(pickerClasses.chipGroup, frame.error && 'border-destructive')}
      >
        <Combobox.Chips className={pickerClasses.chips}>
          {value.map((record) => (
            <Chip key={record.id} label={resource.label(record)} />
          ))}
          <Combobox.Input
            {...input}
            {...typing}
            aria-label={frame.label}
            placeholder={placeholder}
            className={pickerClasses.chipInput}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <ChoiceList resource={resource} options={picker.options} />
    </Combobox.Root>
  );
}

function Chip({ label }: { label: string }) {
  return (
    <Combobox.Chip aria-label={label} className={pickerClasses.chip}>
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <Combobox.ChipRemove
        aria-label={t('removeChoice', { label })}
        className={pickerClasses.chipButton}
      >
        <X aria-hidden className="size-3.5" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}
