import { PageHeader } from '@/components/PageHeader';

export default function SamplePluginPage() {
  return <PageHeader title="Sample plugin" />;
}
