import { ChevronLeft, ChevronRight } from '@/components/icons';
import { Button } from '@/components/ui/button';

interface PaginationProps {
  /** The page number, from 1. */
  page: number;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** Renders the buttons for the previous and next page; `null` for a single page. */
export function Pagination({ page, hasNext, onPrevious, onNext }: PaginationProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2">
      <span aria-live="polite" className="text-muted-foreground mr-2 text-sm">
        Page {page}
      </span>
      <Button variant="outline" disabled={page === 1} onClick={onPrevious}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button variant="outline" disabled={!hasNext} onClick={onNext}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
