import { Link } from 'react-router';
import type { Resource } from '@/lib/resource';

/** Where there is nothing to pick from yet; a new tab keeps what was already filled in. */
export function NoChoices({ resource: { path, plural } }: { resource: Resource }) {
  return (
    <p className="text-muted-foreground text-sm">
      No {plural.toLowerCase()} yet.{' '}
      <Link
        to={`${path}/new`}
        target="_blank"
        className="text-primary underline underline-offset-4"
      >
        Create one in a new tab
      </Link>
    </p>
  );
}
