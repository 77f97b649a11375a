import { NativeSelect } from '@/components/ui/native-select';
import type { CsvFile } from '@/lib/csv-import';
import type { ImportField } from '@/lib/csv-values';
import { t } from '@/lib/i18n';

interface ImportMappingProps {
  file: CsvFile;
  fields: readonly ImportField[];
  /** The selected field for each header. */
  mapped: readonly (ImportField | undefined)[];
  onChange: (mapped: readonly (ImportField | undefined)[]) => void;
}

/** Renders the columns of a file, each with the field that it fills. */
export function ImportMapping({ file, fields, mapped, onChange }: ImportMappingProps) {
  function change(position: number, name: string) {
    const chosen = fields.find((field) => field.name === name);
    onChange(
      file.headers.map((_, index) => {
        if (index === position) return chosen;
        // A field has one column.
        return mapped[index]?.name === name ? undefined : mapped[index];
      }),
    );
  }

  return (
    <ul className="divide-y rounded-md border text-sm">
      {file.headers.map((header, index) => (
        // Two columns can have the same name.
        <li
          key={`${index} ${header}`}
          className="grid items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-2"
        >
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{header}</span>
            <span className="text-muted-foreground block truncate">
              {file.rows[0]?.cells[index]}
            </span>
          </span>
          <NativeSelect
            aria-label={t('fieldOf', { column: header })}
            value={mapped[index]?.name ?? ''}
            onChange={({ target }) => change(index, target.value)}
          >
            <option value="">{t('notImported')}</option>
            {fields.map(({ name, label }) => (
              <option key={name} value={name}>
                {label === name ? name : `${label} (${name})`}
              </option>
            ))}
          </NativeSelect>
        </li>
      ))}
    </ul>
  );
}
