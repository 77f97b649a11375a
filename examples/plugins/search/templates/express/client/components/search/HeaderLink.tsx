import { Link } from 'react-router';
import { Search } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { t } from '@/lib/i18n';

export default function HeaderLink() {
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
