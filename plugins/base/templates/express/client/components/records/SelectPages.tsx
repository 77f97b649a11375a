import { Button } from '@/components/ui/button';
import { mostSelected, type Selection } from '@/hooks/useSelection';
import { t } from '@/lib/i18n';
import { countOf, type Resource, type Stored } from '@/lib/resource';

interface SelectPagesProps {
  resource: Resource<never>;
  pages: NonNullable<Selection<Stored>['pages']>;
}

/** Renders the button that selects the records of all pages, and then only those of this page. */
export function SelectPages({ resource, pages }: SelectPagesProps) {
  const { total, areSelected, isLoading, selectPages, selectPage } = pages;
  const isLimited = total > mostSelected;
  const records = countOf(resource, total);
  const label = areSelected
    ? t('selectPage')
    : isLimited
      ? t('selectFirst', { count: mostSelected, records })
      : t('selectPages', { records });
  return (
    <>
      {areSelected && isLimited && (
        <span className="text-muted-foreground">
          {t('mostSelected', { records: countOf(resource, mostSelected) })}
        </span>
      )}
      {/* The same button for both, so that it keeps the focus. */}
      <Button
        variant="link"
        size="sm"
        aria-disabled={isLoading}
        onClick={() => {
          if (isLoading) return;
          if (areSelected) selectPage();
          else void selectPages();
        }}
      >
        {isLoading ? t('loading') : label}
      </Button>
    </>
  );
}
