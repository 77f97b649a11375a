import type { Combobox } from '@base-ui/react/combobox';
import { useLayoutEffect, useState } from 'react';
import { useChoices } from '@/hooks/useChoices';
import type { Resource, Stored } from '@/lib/resource';

/** The next options are loaded if there are at most this many below the highlighted option. */
const reserve = 5;

/** The actions of a user on a picker whose code is not loaded yet. */
export interface EarlyActions {
  readonly isFocused: boolean;
  readonly isOpened: boolean;
  /** The search words. */
  readonly typed: string;
}

/** Returns the options of a picker, the common props of its combobox, and the early actions. */
export function usePicker<Item extends Stored>(resource: Resource<Item>) {
  const [typed, setTyped] = useState('');
  const [early, setEarly] = useState<EarlyActions>({
    isFocused: false,
    isOpened: false,
    typed: '',
  });
  const options = useChoices(resource, typed);
  const props = {
    items: options.choices,
    // The server searches.
    filter: null,
    // The input also contains the name of the selected record, which is not a search.
    onInputValueChange: (text: string, { reason }: Combobox.Root.ChangeEventDetails) =>
      setTyped(reason === 'input-change' ? text : ''),
    onItemHighlighted: (_: unknown, { index }: Combobox.Root.HighlightEventDetails) => {
      if (index >= options.choices.length - reserve) options.loadMore();
    },
    itemToStringLabel: (record: Item) => resource.label(record),
    isItemEqualToValue: isSameRecord,
    autoHighlight: true,
    defaultOpen: early.isOpened,
    ...(early.typed !== '' && { defaultInputValue: early.typed }),
  };
  function addEarly(actions: Partial<EarlyActions>) {
    setEarly((before) => ({ ...before, ...actions }));
    if (actions.typed !== undefined) setTyped(actions.typed);
  }
  return { options, props, early, addEarly };
}

export type Picker<Item extends Stored> = ReturnType<typeof usePicker<Item>>;

/**
 * Focuses the input of a picker, if the user has focused its placeholder. The layout effect ends
 * before the next key of the user. Strict mode runs the effect again after later keys: the input
 * then has the focus, and its selection must not change.
 */
export function useEarlyFocus({ isFocused, typed }: EarlyActions, id: string): void {
  useLayoutEffect(() => {
    const input = isFocused ? document.getElementById(id) : null;
    if (!(input instanceof HTMLInputElement) || input === document.activeElement) return;
    input.focus();
    input.setSelectionRange(typed === '' ? 0 : typed.length, input.value.length);
  }, [isFocused, typed, id]);
}

function isSameRecord(one: Stored, other: Stored): boolean {
  return one.id === other.id;
}
