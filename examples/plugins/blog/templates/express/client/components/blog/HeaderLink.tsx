import { NavLink } from 'react-router';
import { title } from '@/data/blog.json';
import { buttonVariants } from '@/components/ui/button';
import { useArea } from '@/hooks/useArea';
import { siteArea } from '@/lib/resource';

/** The menu of the admin area has an entry of its own. */
export default function HeaderLink() {
  if (useArea() !== siteArea) return null;
  return (
    <NavLink to="/blog" className={buttonVariants({ variant: 'ghost', size: 'sm' })}>
      {title}
    </NavLink>
  );
}
