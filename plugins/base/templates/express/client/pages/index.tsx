import { Link } from 'react-router';
import { FirstEntity } from '@/components/FirstEntity';
import { buttonVariants } from '@/components/ui/button';
import { useAdminAccess } from '@/hooks/useAdminAccess';
import { appName } from '@/lib/app';
import { t } from '@/lib/i18n';

/** Renders the public start page. */
export default function HomePage() {
  const isAdmin = useAdminAccess();
  return (
    <section className="py-8 sm:py-16">
      <title>{appName}</title>
      <h1 className="text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">{appName}</h1>
      <p className="text-muted-foreground mt-4 max-w-prose text-lg">
        {t('homePage')
          .split('`')
          .map((part, index) =>
            index % 2 === 0 ? (
              part
            ) : (
              <code key={part} className="text-foreground">
                {part}
              </code>
            ),
          )}
      </p>
      <FirstEntity />
      {isAdmin && (
        <div className="mt-8">
          <Link to="/admin" className={buttonVariants({ size: 'lg' })}>
            {t('openAdmin')}
          </Link>
        </div>
      )}
    </section>
  );
}
