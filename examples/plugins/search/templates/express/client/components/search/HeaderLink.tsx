import { Link } from 'react-router';
import { Search } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { useArea } from '@/hooks/useArea';
import { t } from '@/lib/i18n';
import { siteArea } from '@/lib/resource';

/** The admin area has a search of its own. */
export default function HeaderLink() {
  if (useArea() !== siteArea) return null;
  return (
    <Link
      to="/search"
      aria-label={t('searchPageTitle')}
      className={buttonVariants({ variant: 'ghost', size: 'icon' })}
    >
      <Search aria-hidden />
    </Link>
  );
}
