import { Button } from '@/components/ui/button';
import { type CsvFile, type ImportReport, rejectionsCsv } from '@/lib/csv-import';
import { download } from '@/lib/download';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

/** The maximum number of rejected rows in the dialog. The file contains all of them. */
const mostShown = 100;

interface ImportResultProps {
  resource: Resource<never>;
  file: CsvFile;
  report: ImportReport;
  onClose: () => void;
}

/** Renders the result of an import: the number of new records, and the rejected rows. */
export function ImportResult({ resource, file, report, onClose }: ImportResultProps) {
  const { imported, rejections, error } = report;
  const rejected = new Set(rejections.map(({ row }) => row)).size;
  return (
    <div className="space-y-5 text-sm">
      <p role="status" className="font-medium">
        {t('importDone', { imported, rejected })}
      </p>
      {error && (
        <p role="alert" className="text-destructive font-medium">
          {t('importFailed', { reason: error.message })}
        </p>
      )}
      {rejected > 0 && (
        <div
          role="region"
          aria-label={t('rejectedRows')}
          // The rows can be scrolled with the keyboard.
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-md border"
        >
          <table className="w-full text-left">
            <thead>
              <tr className="text-muted-foreground border-b">
                <th scope="col" className="px-3 py-2 font-medium">
                  {t('row')}
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  {t('field')}
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  {t('reason')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {rejections.slice(0, mostShown).map(({ row, field, reason }, index) => (
                <tr key={`${row.number} ${field} ${index}`}>
                  <td className="px-3 py-2 tabular-nums">{row.number}</td>
                  <td className="px-3 py-2 wrap-break-word">{field}</td>
                  <td className="px-3 py-2 wrap-anywhere">{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {/* After an error, the server may have stored some of these rows. */}
        {rejected > 0 && !error && (
          <Button
            variant="outline"
            onClick={() =>
              download(
                rejectionsCsv(file.headers, rejections),
                `${resource.path.slice(1)}-rejected.csv`,
              )
            }
          >
            {t('downloadRejected')}
          </Button>
        )}
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  );
}
