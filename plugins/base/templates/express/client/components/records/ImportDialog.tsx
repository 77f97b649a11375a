import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '@/components/Loading';
import { Modal } from '@/components/Modal';
import type { AnyColumn } from '@/components/records/Cell';
import { ImportMapping } from '@/components/records/ImportMapping';
import { ImportResult } from '@/components/records/ImportResult';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { useMaySet } from '@/hooks/useMay';
import { sendBulk, useRefresh } from '@/hooks/useResource';
import {
  type CsvFile,
  failedReport,
  type ImportReport,
  importFields,
  importRows,
  matchFields,
  readCsv,
} from '@/lib/csv-import';
import { findRelated, type RelatedIds } from '@/lib/csv-relations';
import type { ImportField } from '@/lib/csv-values';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';
import { finishImport, startImport } from '@/lib/unfinished-import';

interface ImportDialogProps {
  resource: Resource<never>;
  columns: readonly AnyColumn[];
  onClose: () => void;
}

/** Renders a dialog that creates records from the rows of a CSV file. */
export function ImportDialog({ resource, columns, onClose }: ImportDialogProps) {
  const { path, input, plural } = resource;
  const { data: schema, error } = useQuery({
    queryKey: [path, 'input'],
    queryFn: async () => (await input?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const refresh = useRefresh(resource);
  const [file, setFile] = useState<CsvFile>();
  const [source, setSource] = useState('');
  const [failure, setFailure] = useState('');
  const [mapped, setMapped] = useState<readonly (ImportField | undefined)[]>([]);
  const [done, setDone] = useState<number>();
  const [report, setReport] = useState<ImportReport>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const maySet = useMaySet(resource);
  const fields = schema ? importFields(schema, columns).filter(({ name }) => maySet(name)) : [];
  const missing = fields.filter((field) => field.isRequired && !includes(mapped, field));

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFailure('');
    setFile(undefined);
    try {
      const read = await readCsv(chosen);
      if (read.rows.length === 0) {
        setFailure(t('importEmpty'));
        return;
      }
      setMapped(matchFields(read.headers, fields));
      setFile(read);
      setSource([chosen.name, chosen.size, chosen.lastModified].join(' '));
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : String(cause));
    }
  }

  async function run() {
    if (!file || !schema) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setDone(0);
    const names = mapped.map((field) => field?.name);
    const key = startImport(path, JSON.stringify([source, names]));
    const importWith = (related: RelatedIds) =>
      importRows(file.rows, {
        schema,
        fields: mapped,
        related,
        create: (records, firstRow) =>
          sendBulk(resource, { create: records }, `${key}-${firstRow}`),
        onProgress: setDone,
        signal,
      });
    const result = await findRelated(file.rows, mapped, signal).then(importWith, (cause: unknown) =>
      signal.aborted ? importWith(new Map()) : failedReport(file.rows, cause),
    );
    // A dialog that was closed by a navigation has shown no report.
    if (!result.error && !signal.aborted) finishImport(path);
    refresh();
    setReport(result);
  }

  const isRunning = done !== undefined && !report;
  const stop = () => {
    controller.current?.abort();
    finishImport(path);
  };

  return (
    <Modal
      title={t('importTitle', { plural })}
      description={t('importText')}
      // The report names the rows that were not imported.
      onClose={isRunning ? stop : onClose}
    >
      {report && file ? (
        <ImportResult resource={resource} file={file} report={report} onClose={onClose} />
      ) : done !== undefined && file ? (
        <div className="space-y-5">
          <p role="status" className="text-sm">
            {t('importProgress', { done, total: file.rows.length })}
          </p>
          <progress
            aria-label={t('importTitle', { plural })}
            className="w-full"
            value={done}
            max={file.rows.length}
          />
          <div className="flex justify-end">
            <Button variant="outline" onClick={stop}>
              {t('stopImport')}
            </Button>
          </div>
        </div>
      ) : schema ? (
        <div className="space-y-5">
          <label className="block space-y-1.5 text-sm font-medium">
            <span>{t('csvFile')}</span>
            <Input
              type="file"
              accept=".csv,text/csv"
              className="py-2 font-normal"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </label>
          {failure && (
            <p role="alert" className="text-destructive text-sm font-medium">
              {failure}
            </p>
          )}
          {file && (
            <ImportMapping file={file} fields={fields} mapped={mapped} onChange={setMapped} />
          )}
          {file && missing.length > 0 && (
            <p role="status" className="text-destructive text-sm font-medium">
              {t('importMissing', { fields: missing.map(({ label }) => label).join(', ') })}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button disabled={!file || missing.length > 0} onClick={() => void run()}>
              {file ? t('importRows', { count: file.rows.length }) : t('importStart')}
            </Button>
          </div>
        </div>
      ) : error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

function includes(mapped: readonly (ImportField | undefined)[], { name }: ImportField): boolean {
  return mapped.some((field) => field?.name === name);
}
