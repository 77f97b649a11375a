import { Link } from 'react-router';
import { adminPath, type Resource } from '@/lib/resource';

interface ChoicesNoteProps {
  resource: Resource;
  count: number;
  /** Whether all existing records are loaded as options. */
  complete: boolean;
}

/** Shows a note if a picker has no options, or not all of them. */
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
      No {records} yet. {/* A new tab keeps the form input. */}
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
