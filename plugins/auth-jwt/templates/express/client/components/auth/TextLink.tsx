import { Link } from 'react-router';

/** Renders a link that looks like one in a text. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-primary rounded-sm font-medium underline underline-offset-4">
      {children}
    </Link>
  );
}
