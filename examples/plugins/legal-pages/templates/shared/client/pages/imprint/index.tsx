{{#if settings.privacy}}
import { Link } from 'react-router';
{{/if}}
import { PageHeader } from '@/components/PageHeader';
import legal from '@/data/legal.json';

export default function ImprintPage() {
  return (
    <>
      <PageHeader title="Imprint" />
      <p>{legal.company}</p>
      <p>
        <a href={`mailto:${legal.email}`}>{legal.email}</a>
      </p>
{{#if settings.privacy}}
      <p className="mt-4">
        <Link to="/privacy">Privacy</Link>
      </p>
{{/if}}
      <p className="text-muted-foreground mt-4">© {{year}}</p>
    </>
  );
}
