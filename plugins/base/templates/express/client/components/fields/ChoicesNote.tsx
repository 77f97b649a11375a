import { Link } from 'react-router';
import { adminPath, type Resource } from '@/lib/resource';

interface ChoicesNoteProps {
  resource: Resource;
  count: number;
  /** Whether all records there are can be picked. */
  complete: boolean;
}

/** Says so where there is nothing to pick from, or more than can be offered. */
export function ChoicesNote({ resource, count, complete }: ChoicesNoteProps) {
  const records = resource.plural.toLowerCase();
  if (!complete) {
    return (
      <p className="text-muted-foreground text-sm">
        Only {count} of the {records} are offered here.
      </p>
    );
  }
  if (count > 0) return null;
  return (
    <p className="text-muted-foreground text-sm">
      No {records} yet. {/* A new tab keeps what was already filled in. */}
      <Link
        to={adminPath(resource, 'new')}
        target="_blank"
        className="text-primary underline underline-offset-4"
      >
        Create one in a new tab
      </Link>
    </p>
  );
}
