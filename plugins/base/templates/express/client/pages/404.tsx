import { Link } from 'react-router';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';

export default function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <p className="text-muted-foreground mb-6">There is nothing at this address.</p>
      <Link to="/" className={buttonVariants()}>
        Go to the home page
      </Link>
    </>
  );
}
