import { Combobox } from '@base-ui/react/combobox';
import { ChoiceList, typing } from '@/components/fields/ChoiceList';
import { pickerClasses } from '@/components/fields/PickerPlaceholder';
import type { FieldFrame, FieldInput } from '@/components/fields/useField';
import { ChevronDown, X } from '@/components/icons';
import { type Picker, useEarlyFocus } from '@/hooks/usePicker';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface RelationPickerProps<Item extends Stored> {
  resource: Resource<Item>;
  picker: Picker<Item>;
  frame: FieldFrame;
  input: FieldInput;
  placeholder: string;
  value: Item | null;
  onChange: (record: Item | null) => void;
}

/** Renders an input that searches for a record. */
export function RelationPicker<Item extends Stored>(props: RelationPickerProps<Item>) {
  const { resource, picker, frame, input, placeholder, value, onChange } = props;
  useEarlyFocus(picker.early, input.id);
  return (
    <Combobox.Root {...picker.props} value={value} onValueChange={onChange}>
      <Combobox.InputGroup className={cn(pickerClasses.group, frame.error && 'border-destructive')}>
        <Combobox.Input
          {...input}
          {...typing}
          aria-label={frame.label}
          onClick={(event) => event.currentTarget.select()}
          placeholder={placeholder}
          className={pickerClasses.input}
        />
        {!frame.required && (
          <Combobox.Clear
            aria-label={t('clearField', { field: frame.label })}
            className={pickerClasses.button}
          >
            <X aria-hidden className="size-4" />
          </Combobox.Clear>
        )}
        <Combobox.Trigger
          aria-label={t('show', { plural: resource.plural })}
          className={pickerClasses.button}
        >
          <ChevronDown aria-hidden className="size-4" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <ChoiceList resource={resource} options={picker.options} />
    </Combobox.Root>
  );
}
