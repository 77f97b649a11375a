import type { ReactNode } from 'react';
import type { FieldFrame, FieldInput } from '@/components/fields/useField';
import { ChevronDown, X } from '@/components/icons';
import { inputGroupClasses } from '@/components/ui/input';
import type { EarlyActions } from '@/hooks/usePicker';
import { cn } from '@/lib/cn';

/** The classes of the parts that a picker and its placeholder have in common. */
export const pickerClasses = {
  group: cn(inputGroupClasses, 'h-10 min-w-0 flex-1'),
  input: 'placeholder:text-muted-foreground h-full min-w-0 flex-1 truncate bg-transparent px-3',
  button:
    'text-muted-foreground hover:text-foreground flex w-9 shrink-0 items-center justify-center',
  chipGroup: cn(inputGroupClasses, 'min-h-10 min-w-0 flex-1 px-1.5 py-1'),
  chips: 'flex min-w-0 flex-1 flex-wrap items-center gap-1',
  chip: 'bg-secondary text-secondary-foreground data-highlighted:ring-ring inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm pl-2 text-sm outline-none data-highlighted:ring-2',
  chipButton:
    'hover:text-foreground text-muted-foreground flex size-7 shrink-0 items-center justify-center',
  chipInput: 'placeholder:text-muted-foreground h-7 min-w-24 flex-1 bg-transparent px-1.5',
};

interface PickerPlaceholderProps {
  input: FieldInput;
  frame: FieldFrame;
  placeholder: string;
  early: EarlyActions;
  /** Remembers an action of the user for the picker. */
  onAction: (action: Partial<EarlyActions>) => void;
  /** Loads the picker. */
  load: () => Promise<boolean>;
}

/** Replaces the picker for one record until its code is loaded. */
export function PickerPlaceholder({
  text,
  ...props
}: PickerPlaceholderProps & {
  /** The name of the selected record. */
  text: string | undefined;
}) {
  const { frame } = props;
  return (
    <div className={cn(pickerClasses.group, frame.error && 'border-destructive')}>
      <EarlyInput {...props} text={text ?? ''} className={pickerClasses.input} />
      {!frame.required && text !== undefined && (
        <span className={pickerClasses.button}>
          <X aria-hidden className="size-4" />
        </span>
      )}
      <span className={pickerClasses.button}>
        <ChevronDown aria-hidden className="size-4" />
      </span>
    </div>
  );
}

/** Replaces the picker for several records until its code is loaded. */
export function ChipsPlaceholder({
  labels,
  ...props
}: PickerPlaceholderProps & {
  /** The names of the selected records. */
  labels: readonly string[];
}) {
  return (
    <div className={cn(pickerClasses.chipGroup, props.frame.error && 'border-destructive')}>
      <div className={pickerClasses.chips}>
        {labels.map((label, index) => (
          <Chip key={index}>{label}</Chip>
        ))}
        <EarlyInput {...props} text="" className={pickerClasses.chipInput} />
      </div>
    </div>
  );
}

function Chip({ children }: { children: ReactNode }) {
  return (
    <span className={pickerClasses.chip}>
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className={pickerClasses.chipButton}>
        <X aria-hidden className="size-3.5" />
      </span>
    </span>
  );
}

/** Renders an input whose focus, clicks and words the picker takes over. */
function EarlyInput({
  input,
  frame,
  placeholder,
  early,
  onAction,
  load,
  text,
  className,
}: PickerPlaceholderProps & { text: string; className: string }) {
  function act(action: Partial<EarlyActions>) {
    onAction(action);
    void load();
  }

  return (
    <input
      {...input}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-autocomplete="list"
      aria-label={frame.label}
      autoComplete="off"
      placeholder={placeholder}
      className={className}
      value={early.typed === '' ? text : early.typed}
      onChange={({ target }) => act({ typed: target.value, isOpened: true })}
      onFocus={() => act({ isFocused: true })}
      onBlur={() => {
        onAction({ isFocused: false, isOpened: false });
        input.onBlur();
      }}
      onClick={(event) => {
        event.currentTarget.select();
        act({ isOpened: true });
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') act({ isOpened: true });
      }}
    />
  );
}
