import type { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { isSameRecord } from '@/components/fields/ChoiceList';
import { useChoices } from '@/hooks/useChoices';
import type { Resource, Stored } from '@/lib/resource';

/** The next options are loaded if there are at most this many below the highlighted option. */
const reserve = 5;

/** Returns the options of a picker, and the common props of its combobox. */
export function usePicker<Item extends Stored>(resource: Resource<Item>) {
  const [typed, setTyped] = useState('');
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
  };
  return { options, props };
}
