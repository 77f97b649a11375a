import { useId, useState } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Modal } from '@/components/Modal';
import type { AnyColumn } from '@/components/records/Cell';
import { RefusedRecords } from '@/components/records/RefusedRecords';
import { Button } from '@/components/ui/button';
import { NativeSelect } from '@/components/ui/native-select';
import { useBulkAction } from '@/hooks/useBulkAction';
import { formatName } from '@/lib/format';
import { t } from '@/lib/i18n';
import { countOf, type Resource, type Stored } from '@/lib/resource';

interface ChangeSelectedProps {
  resource: Resource;
  /** The columns of booleans and enums. */
  fields: readonly AnyColumn[];
  records: readonly Stored[];
  /** Runs after a successful action, before the dialog closes. */
  onDone: () => void;
  onClose: () => void;
}

/** Renders a dialog that sets a field of several records to the same value. */
export function ChangeSelected({
  resource,
  fields,
  records,
  onDone,
  onClose,
}: ChangeSelectedProps) {
  const id = useId();
  const [name, setName] = useState(fields[0]?.field);
  const [text, setText] = useState('');
  const column = fields.find(({ field }) => field === name);
  const options = column ? optionsOf(column) : [];
  const option = options[Number(text)];
  const { run, reset, remaining, refused, isPending, error } = useBulkAction(resource, records, {
    bodyOf: (all) => ({
      update: all.map((record) => ({ id: record.id, changes: { [name ?? '']: option?.value } })),
    }),
    done: 'recordsChanged',
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const count = countOf(resource, remaining.length);
  const isReady = text !== '' && !isPending && remaining.length > 0;
  return (
    <Modal
      title={t('changeRecords', { records: count })}
      description={t('changeRecordsText')}
      onClose={onClose}
    >
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) run();
        }}
      >
        <div className="space-y-1.5">
          <label htmlFor={`${id}-field`} className="block text-sm font-medium">
            {t('field')}
          </label>
          <NativeSelect
            id={`${id}-field`}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setText('');
              reset();
            }}
          >
            {fields.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div className="space-y-1.5">
          <label htmlFor={`${id}-value`} className="block text-sm font-medium">
            {t('newValue')}
          </label>
          <NativeSelect
            id={`${id}-value`}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              reset();
            }}
          >
            <option value="" disabled>
              {t('choose')}
            </option>
            {options.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
        <ErrorMessage error={error} />
        <RefusedRecords resource={resource} refused={refused} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {isPending
              ? t('changing')
              : refused.length > 0
                ? t('changeOthers', { records: count })
                : t('change')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface Option {
  readonly value: unknown;
  readonly label: string;
}

function optionsOf({ type, values = [], optional }: AnyColumn): readonly Option[] {
  const options =
    type === 'boolean'
      ? [
          { value: true, label: t('yes') },
          { value: false, label: t('no') },
        ]
      : values.map((value) => ({ value, label: formatName(value) }));
  return [...options, ...(optional ? [{ value: null, label: t('noChoice') }] : [])];
}
