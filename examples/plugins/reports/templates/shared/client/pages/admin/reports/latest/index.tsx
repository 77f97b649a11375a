import { ReportTable } from '@/components/ReportTable';

export default function LatestPage() {
  return (
    <ReportTable
      title="Latest records"
      summarize={([latest], resource) => (latest ? resource.label(latest) : 'none yet')}
    />
  );
}
