import { Link } from 'react-router';
import { useArea } from '@/hooks/useArea';
import { t } from '@/lib/i18n';
import { pagePath, type Resource } from '@/lib/resource';

/** Explains that a picker has no options because there are no records. */
export function ChoicesNote({ resource }: { resource: Resource }) {
  return (
    <p className="text-muted-foreground text-sm">
      {t('noRecords', { plural: resource.plural })} {/* A new tab keeps the form input. */}
      <Link
        to={pagePath(useArea(), resource, 'new')}
        target="_blank"
        className="text-primary underline underline-offset-4"
      >
        {t('createInTab')}
      </Link>
    </p>
  );
}
