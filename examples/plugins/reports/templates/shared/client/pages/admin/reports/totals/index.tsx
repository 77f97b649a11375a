import { ReportTable } from '@/components/ReportTable';

export default function TotalsPage() {
  return (
    <ReportTable
      title="Totals"
      summarize={(records, _resource, more) => `${records.length}${more ? ' or more' : ''}`}
    />
  );
}
