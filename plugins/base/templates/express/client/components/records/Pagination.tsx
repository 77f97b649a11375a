import { ChevronLeft, ChevronRight } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { NativeSelect } from '@/components/ui/native-select';
import { pageSizes } from '@/hooks/useListLook';
import { formatNumber } from '@/lib/format';
import { t } from '@/lib/i18n';

interface PaginationProps {
  /** The plural of the records. */
  plural: string;
  /** The page number, from 1. */
  page: number;
  /** The maximum number of records on a page. */
  limit: string;
  /** The number of records on this page. */
  count: number;
  /** The number of records on all pages, if known. */
  total: number | undefined;
  hasNext: boolean;
  onLimit: (limit: string) => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** Renders the position in a list, the page size, and the buttons for the other pages. */
export function Pagination(props: PaginationProps) {
  const { plural, page, limit, count, total, hasNext, onLimit, onPrevious, onNext } = props;
  const first = (page - 1) * Number(limit) + 1;
  const last = first + count - 1;
  const range = count === 1 ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`;
  const isSingle = page === 1 && !hasNext;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm">
      <p aria-live="polite" className="text-muted-foreground tabular-nums">
        {count > 0 &&
          (total === undefined
            ? range
            : t('rangeOfTotal', { range, total: formatNumber(total), plural }))}
      </p>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <NativeSelect
          aria-label={t('perPage')}
          className="w-36"
          value={limit}
          onChange={(event) => onLimit(event.target.value)}
        >
          {!pageSizes.includes(limit) && (
            <option value={limit}>{t('countPerPage', { count: limit })}</option>
          )}
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('countPerPage', { count: size })}
            </option>
          ))}
        </NativeSelect>
        {!isSingle && (
          <nav aria-label={t('pages')} className="flex items-center gap-2">
            <Button variant="outline" disabled={page === 1} onClick={onPrevious}>
              <ChevronLeft aria-hidden />
              {t('previous')}
            </Button>
            <Button variant="outline" disabled={!hasNext} onClick={onNext}>
              {t('next')}
              <ChevronRight aria-hidden />
            </Button>
          </nav>
        )}
      </div>
    </div>
  );
}
