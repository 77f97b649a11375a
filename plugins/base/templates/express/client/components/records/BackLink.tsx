import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { Resource, Stored } from '@/lib/resource';

export function BackLink<Item extends Stored>({ resource }: { resource: Resource<Item> }) {
  return (
    <Link
      to={resource.path}
      className="text-muted-foreground hover:text-foreground mb-2 inline-flex min-h-9 items-center gap-1.5 rounded-sm text-sm transition-colors"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {resource.plural}
    </Link>
  );
}
