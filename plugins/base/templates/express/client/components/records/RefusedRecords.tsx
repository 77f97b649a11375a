import type { Refusal } from '@/hooks/useBulkAction';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

interface RefusedRecordsProps {
  resource: Resource;
  refused: readonly Refusal[];
}

/** Lists the records that the server refused; `null` without a refused record. */
export function RefusedRecords({ resource, refused }: RefusedRecordsProps) {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="mt-4 space-y-2 text-sm">
      <p>{t('recordsRefused')}</p>
      <ul className="max-h-48 space-y-1 overflow-y-auto">
        {refused.map(({ record, details }) => (
          <li key={record.id} className="wrap-anywhere">
            <span className="font-medium">{resource.label(record)}</span>: {details.join(' ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
