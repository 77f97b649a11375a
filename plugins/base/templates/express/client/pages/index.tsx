import { Link } from 'react-router';
import { FirstEntity } from '@/components/FirstEntity';
import { buttonVariants } from '@/components/ui/button';
import { useAdminAccess } from '@/hooks/useAdminAccess';
import { appName } from '@/lib/app';

/** Renders the public start page. */
export default function HomePage() {
  const isAdmin = useAdminAccess();
  return (
    <section className="py-8 sm:py-16">
      <title>{appName}</title>
      <h1 className="text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">{appName}</h1>
      <p className="text-muted-foreground mt-4 max-w-prose text-lg">
        This page is <code className="text-foreground">client/pages/index.tsx</code>. Edit it. Each
        file in <code className="text-foreground">client/pages</code> is a page. Routes of the API
        are in <code className="text-foreground">server/routes</code>.
      </p>
      <FirstEntity />
      {isAdmin && (
        <div className="mt-8">
          <Link to="/admin" className={buttonVariants({ size: 'lg' })}>
            Open the admin area
          </Link>
        </div>
      )}
    </section>
  );
}
