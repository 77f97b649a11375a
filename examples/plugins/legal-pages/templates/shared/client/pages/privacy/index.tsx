import { PageHeader } from '@/components/PageHeader';

const company: string = {{json settings.company}};

export default function PrivacyPage() {
  return (
    <>
      <PageHeader title="Privacy" />
      <p>{company} keeps only what it needs to run this site, and gives it to nobody.</p>
    </>
  );
}
