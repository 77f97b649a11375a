import { Link } from 'react-router';

/** Renders an underlined link. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-primary rounded-sm font-medium underline underline-offset-4">
      {children}
    </Link>
  );
}
