import { NavLink } from 'react-router';
import { title } from '@/data/blog.json';
import { buttonVariants } from '@/components/ui/button';

export default function HeaderLink() {
  return (
    <NavLink to="/blog" className={buttonVariants({ variant: 'ghost', size: 'sm' })}>
      {title}
    </NavLink>
  );
}
