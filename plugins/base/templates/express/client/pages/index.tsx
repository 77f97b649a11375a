import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeader } from '@/components/PageHeader';
import { Skeleton } from '@/components/ui/skeleton';
import { buttonVariants } from '@/components/ui/button';
import { appName } from '@/lib/app';
import { resources } from '@/generated/resources';
import { useRecords } from '@/hooks/useResource';
import { cn } from '@/lib/cn';
import type { Resource } from '@/lib/resource';

export default function HomePage() {
  return (
    <>
      <PageHeader title={appName} />
      {resources.length > 0 ? (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {resources.map((resource) => (
            <ResourceCard key={resource.path} resource={resource} />
          ))}
        </ul>
      ) : (
        <FirstSteps />
      )}
    </>
  );
}

/** The latest records of one kind, and the way to a new one. */
function ResourceCard({ resource }: { resource: Resource }) {
  const { data, isPending, isError } = useRecords(resource, { limit: '3' });
  const { path, singular, plural } = resource;
  return (
    <li className="bg-card text-card-foreground flex min-h-48 flex-col rounded-xl border p-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={path} className="rounded-sm hover:underline">
            {plural}
          </Link>
        </h2>
        <Link
          to={`${path}/new`}
          aria-label={`New ${singular.toLowerCase()}`}
          className={cn(buttonVariants({ variant: 'outline', size: 'icon' }), 'size-8')}
        >
          <Plus aria-hidden />
        </Link>
      </div>
      {isPending && <Skeleton className="h-24" />}
      {isError && <p className="text-muted-foreground text-sm">Could not be loaded.</p>}
      {data?.length === 0 && (
        <p className="text-muted-foreground text-sm">No {plural.toLowerCase()} yet.</p>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y text-sm">
          {data.map((record) => (
            <li key={record.id}>
              <Link
                to={`${path}/${record.id}`}
                className="hover:text-primary block truncate rounded-sm py-2 transition-colors"
              >
                {resource.label(record)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function FirstSteps() {
  return (
    <div className="bg-card rounded-xl border p-6">
      <h2 className="font-semibold">First steps</h2>
      <ol className="text-muted-foreground mt-3 list-decimal space-y-2 pl-5 text-sm">
        <li>
          A file below <code className="text-foreground">client/pages</code> is a page: this one is{' '}
          <code className="text-foreground">client/pages/index.tsx</code>.
        </li>
        <li>
          Routes of the API live in <code className="text-foreground">server/routes</code>.
        </li>
        <li>
          Tables are described in <code className="text-foreground">prisma/schema</code>.
        </li>
      </ol>
    </div>
  );
}
