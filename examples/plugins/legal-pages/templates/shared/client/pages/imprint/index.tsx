{{#if settings.privacy}}
import { Link } from 'react-router';
{{/if}}
import { PageHeader } from '@/components/PageHeader';

const company: string = {{json settings.company}};
const email: string = {{json settings.email}};

export default function ImprintPage() {
  return (
    <>
      <PageHeader title="Imprint" />
      <p>{company}</p>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
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
