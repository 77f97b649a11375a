import { useId, useState } from 'react';
import { Modal } from '@/components/Modal';
import type { AnyColumn } from '@/components/records/Cell';
import { FilterValues } from '@/components/records/FilterValues';
import { Button } from '@/components/ui/button';
import { NativeSelect } from '@/components/ui/native-select';
import type { ListParams } from '@/hooks/useResource';
import {
  type Comparison,
  comparisonsOf,
  filterName,
  parameterOf,
  toEntry,
  toParameter,
} from '@/lib/conditions';
import { t } from '@/lib/i18n';

interface FilterDialogProps {
  columns: readonly AnyColumn[];
  /** The filters of the list. */
  params: ListParams;
  /** Replaces the filters by the column with this name. */
  onApply: (name: string, filters: ListParams) => void;
  onClose: () => void;
}

interface Choice {
  readonly field: string;
  readonly comparison: string;
  readonly values: readonly string[];
}

/** Renders a dialog that filters a list by one column. The other filters remain. */
export function FilterDialog(props: FilterDialogProps) {
  const { columns, params, onApply, onClose } = props;
  const fields = columns.filter((column) => comparisonsOf(column).length > 0);
  const id = useId();
  const [choice, setChoice] = useState<Choice>(() => choiceOf(fields[0], params));
  const column = fields.find(({ field }) => field === choice.field);
  const comparisons = column ? comparisonsOf(column) : [];
  const comparison = comparisons.find((one) => one.id === choice.comparison);
  const isEmpty = comparison?.value === undefined && choice.values.every((value) => !value.trim());

  function apply() {
    if (!column || !comparison) return;
    const name = filterName(column);
    const values = comparison.value ? [comparison.value] : toParameter(comparison, choice.values);
    const filters = comparison.operators
      .map((operator, index) => [parameterOf(name, operator), values[index] ?? ''] as const)
      .filter(([, value]) => value !== '');
    onApply(name, Object.fromEntries(filters));
    onClose();
  }

  return (
    <Modal title={t('addFilter')} description={t('addFilterText')} onClose={onClose}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) apply();
        }}
      >
        <div className="space-y-1.5">
          <label htmlFor={id} className="block text-sm font-medium">
            {t('field')}
          </label>
          <NativeSelect
            id={id}
            value={choice.field}
            onChange={({ target }) =>
              setChoice(
                choiceOf(
                  fields.find(({ field }) => field === target.value),
                  params,
                ),
              )
            }
          >
            {fields.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </div>
        {comparisons.length > 1 && (
          <NativeSelect
            aria-label={t('condition')}
            value={choice.comparison}
            onChange={({ target }) =>
              setChoice({ ...choice, comparison: target.value, values: [] })
            }
          >
            {comparisons.map((one) => (
              <option key={one.id} value={one.id}>
                {t(one.label)}
              </option>
            ))}
          </NativeSelect>
        )}
        {column && comparison && comparison.value === undefined && (
          <FilterValues
            key={`${column.field} ${comparison.id}`}
            column={column}
            comparison={comparison}
            values={choice.values}
            onChange={(values) => setChoice({ ...choice, values })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={isEmpty}>
            {t('apply')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Returns the current filter by a column, or an empty filter. */
function choiceOf(column: AnyColumn | undefined, params: ListParams): Choice {
  if (!column) return { field: '', comparison: '', values: [] };
  const name = filterName(column);
  const isSet = ({ operators, value }: Comparison) =>
    operators.some((operator) => {
      const current = params[parameterOf(name, operator)];
      return current !== undefined && (value === undefined || value === current);
    });
  const comparisons = comparisonsOf(column);
  const comparison = comparisons.find(isSet) ?? comparisons[0];
  const values = comparison?.operators.map((operator) =>
    toEntry(comparison, operator, params[parameterOf(name, operator)] ?? ''),
  );
  return { field: column.field, comparison: comparison?.id ?? '', values: values ?? [] };
}
