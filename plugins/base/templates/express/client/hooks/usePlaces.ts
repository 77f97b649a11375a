import { useQueries } from '@tanstack/react-query';
import { menu } from '@/generated/menu';
import { resources } from '@/generated/resources';
import { useSettled } from '@/hooks/useSettled';
import { apiAddress, withQuery } from '@/lib/address';
import { getPage } from '@/lib/api';
import { t, translateLabel } from '@/lib/i18n';
import { matches } from '@/lib/matches';
import { adminPath, type Resource, type Stored } from '@/lib/resource';

/** A page or record of the admin area. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly kind: string;
}

function pages(): readonly Place[] {
  return [
    { to: '/admin', label: t('dashboard') },
    ...resources.map((resource) => ({ to: adminPath(resource), label: resource.plural })),
    ...menu.flatMap(({ label, href, children = [] }) => [
      ...(href === undefined ? [] : [{ to: href, label: translateLabel(label) }]),
      ...children.map((child) => ({ to: child.href, label: translateLabel(child.label) })),
    ]),
    { to: '/admin/settings', label: t('settings') },
    ...resources.filter(isCreatable).map((resource) => ({
      to: adminPath(resource, 'new'),
      label: t('newRecord', { singular: resource.singular }),
    })),
  ].map((page) => ({ ...page, kind: t('page') }));
}

function isCreatable({ refuse }: Resource): boolean {
  return !refuse.includes('create');
}

const searched = resources.filter(({ canSearch }) => canSearch);

/** The number of records of each resource. */
const mostRecords = '5';

/** Returns the pages and records that match the typed words. Without words, all pages. */
export function usePlaces(typed: string) {
  const wanted = typed.trim();
  const words = useSettled(wanted);
  const results = useQueries({
    queries: searched.map((resource) => ({
      queryKey: [resource.path, 'list', 'search', words],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Place[]> => {
        const query = { q: words, limit: mostRecords };
        const { items } = await getPage<Stored>(
          withQuery(apiAddress(resource.path), query),
          signal,
        );
        return items.map((record) => ({
          to: adminPath(resource, record.id),
          label: resource.label(record),
          kind: resource.singular,
        }));
      },
      enabled: words !== '',
    })),
    combine: (answers) => ({
      records: answers.flatMap(({ data = [] }) => data),
      isLoading: answers.some((answer) => answer.isLoading),
      isIncomplete: answers.some((answer) => answer.isError),
    }),
  });
  const isCurrent = words === wanted;
  return {
    places: [
      ...pages().filter(({ label }) => matches(label, wanted)),
      // Records of the words before would be a surprise.
      ...(isCurrent && words !== '' ? results.records : []),
    ],
    isSearching: !isCurrent || results.isLoading,
    /** Whether a search failed. */
    isIncomplete: isCurrent && results.isIncomplete,
  };
}
