import { PageHeader } from '@/components/PageHeader';
import legal from '@/data/legal.json';

export default function PrivacyPage() {
  return (
    <>
      <PageHeader title="Privacy" />
      <p>{legal.company} keeps only what it needs to run this site, and gives it to nobody.</p>
    </>
  );
}
