import { Link } from 'react-router';
import { FirstEntity } from '@/components/FirstEntity';
import { Slot } from '@/components/Slot';
import { buttonVariants } from '@/components/ui/button';
import Latest from '@/generated/latest';
import { navigation } from '@/generated/navigation';
import { slots } from '@/generated/slots';
import { useAdminAccess } from '@/hooks/useAdminAccess';
import { appName } from '@/lib/app';
import { t } from '@/lib/i18n';

/** Renders the public start page: the latest records of each list on the site. */
export default function HomePage() {
  const isAdmin = useAdminAccess();
  const hasLists = navigation.length > 0;
  return (
    <div className="space-y-12">
      <title>{appName}</title>
      <section className="bg-muted rounded-2xl border px-6 py-10 sm:px-12 sm:py-16">
        <h1 className="text-3xl font-bold tracking-tight wrap-anywhere sm:text-5xl">{appName}</h1>
        {hasLists && (
          <p className="text-muted-foreground mt-4 max-w-prose text-lg">{t('latest')}</p>
        )}
        {isAdmin && (
          <Link to="/admin" className={buttonVariants({ size: 'lg', className: 'mt-8' })}>
            {t('openAdmin')}
          </Link>
        )}
      </section>
      {hasLists && <Latest />}
      <Slot components={slots.home} props={{}} />
      <FirstEntity />
      {import.meta.env.DEV && <Note />}
    </div>
  );
}

/** Explains the page to its developers. */
function Note() {
  return (
    <p className="text-muted-foreground max-w-prose text-sm">
      {t('homePage')
        .split('`')
        .map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}
    </p>
  );
}
