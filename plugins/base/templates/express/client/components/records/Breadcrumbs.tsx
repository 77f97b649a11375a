import { Link } from 'react-router';
import { ChevronRight } from '@/components/icons';
import { useArea } from '@/hooks/useArea';
import { t } from '@/lib/i18n';
import { pagePath, type Resource, type Stored } from '@/lib/resource';

interface BreadcrumbsProps<Item extends Stored> {
  resource: Resource<Item>;
  /** The record, if the current page is below its page. */
  record?: Item;
  /** The title of the current page. */
  current: string;
}

/** Renders the path from the start of the area to a page of a resource. */
export function Breadcrumbs<Item extends Stored>(props: BreadcrumbsProps<Item>) {
  const { resource, record, current } = props;
  const area = useArea();
  return (
    <nav aria-label={t('breadcrumbs')} className="text-muted-foreground mb-2 text-sm print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1">
        <Crumb to={area.home.to}>{t(area.home.label)}</Crumb>
        <Crumb to={pagePath(area, resource)}>{resource.plural}</Crumb>
        {record && <Crumb to={pagePath(area, resource, record.id)}>{resource.label(record)}</Crumb>}
        <li aria-current="page" className="min-w-0 max-w-60 truncate leading-8">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function Crumb({ to, children }: { to: string; children: string }) {
  return (
    <li className="inline-flex max-w-full items-center gap-1">
      <Link
        to={to}
        className="hover:text-foreground max-w-60 min-w-0 truncate rounded-sm leading-8 underline-offset-4 transition-colors hover:underline"
      >
        {children}
      </Link>
      <ChevronRight aria-hidden className="size-3.5 shrink-0" />
    </li>
  );
}
