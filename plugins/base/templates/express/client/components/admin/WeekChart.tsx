import { type Query, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ShortFailure } from '@/components/Failure';
import { Skeleton } from '@/components/ui/skeleton';
import { apiAddress, withQuery } from '@/lib/address';
import { getPage } from '@/lib/api';
import { formatDay, formatNumber } from '@/lib/format';
import { t } from '@/lib/i18n';
import type { DateField, Resource } from '@/lib/resource';
import { isoDay, lastWeeks } from '@/lib/weeks';

interface WeekChartProps {
  resource: Resource;
  /** The timestamp or day that is counted. */
  date: DateField;
}

const weekCount = 8;

/** Renders the number of records in each of the last weeks as bars, and as a table for screen readers. */
export function WeekChart({ resource: { path, plural }, date }: WeekChartProps) {
  const { field, label, isDay = false } = date;
  const [weeks] = useState(() => lastWeeks(new Date(), weekCount));
  const { counts, isPending, isError } = useQueries({
    queries: weeks.map(({ start, end }) => {
      const range = {
        [`${field}[gte]`]: isDay ? isoDay(start) : start.toISOString(),
        [`${field}[lt]`]: isDay ? isoDay(end) : end.toISOString(),
      };
      const address = withQuery(apiAddress(path), { ...range, limit: 1, count: true });
      return {
        queryKey: [path, 'list', 'count', address],
        queryFn: ({ signal }: { signal: AbortSignal }) => getPage(address, signal),
      };
    }),
    combine: (results) => ({
      counts: results.map(({ data }) => data?.total ?? 0),
      isPending: results.some((result) => result.isPending),
      isError: results.some((result) => result.isError),
    }),
  });
  const queryClient = useQueryClient();
  function retry() {
    const predicate = ({ state }: Query) => state.status === 'error';
    void queryClient.refetchQueries({ queryKey: [path, 'list', 'count'], predicate });
  }
  const title = t('byWeek', { plural, field: label });

  return (
    <figure className="bg-card relative rounded-xl border p-5">
      <figcaption aria-hidden className="mb-3 text-sm font-medium wrap-anywhere">
        {title}
      </figcaption>
      {isError ? (
        <ShortFailure onRetry={retry} />
      ) : isPending ? (
        <Skeleton className="h-24" />
      ) : (
        <>
          <Bars counts={counts} labels={weeks.map(({ start }) => formatDay(start))} />
          <div className="sr-only">
            <table>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('weekFrom')}</th>
                  <th scope="col">{plural}</th>
                </tr>
              </thead>
              <tbody>
                {weeks.map(({ start }, index) => (
                  <tr key={start.getTime()}>
                    <th scope="row">{formatDay(start)}</th>
                    <td>{formatNumber(counts[index] ?? 0)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </figure>
  );
}

const step = 40;
const barWidth = 28;
const barHeight = 64;

function Bars({ counts, labels }: { counts: readonly number[]; labels: readonly string[] }) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${step * counts.length} ${barHeight + 32}`}
      className="fill-muted-foreground w-full text-[9px]"
      textAnchor="middle"
    >
      {counts.map((count, index) => {
        // An empty week keeps a line, so the axis is visible.
        const height = Math.max(1, (count / most) * barHeight);
        const left = index * step + (step - barWidth) / 2;
        const middle = index * step + step / 2;
        return (
          <g key={labels[index]}>
            <rect
              x={left}
              y={barHeight + 14 - height}
              width={barWidth}
              height={height}
              rx={2}
              className="fill-chart-1"
            />
            <text x={middle} y={barHeight + 10 - height} className="fill-foreground">
              {formatNumber(count)}
            </text>
            <text x={middle} y={barHeight + 27}>
              {labels[index]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
