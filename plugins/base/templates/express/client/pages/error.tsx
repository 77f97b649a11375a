import { useRouteError } from 'react-router';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/PageHeader';

/** Replaces a page that failed to render. */
export default function ErrorPage() {
  const error = useRouteError();
  return (
    <div role="alert" className="mx-auto max-w-5xl p-4">
      <PageHeader title="Something went wrong" />
      <p className="text-muted-foreground mb-6 wrap-anywhere">
        {error instanceof Error ? error.message : 'This page could not be shown.'}
      </p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  );
}
