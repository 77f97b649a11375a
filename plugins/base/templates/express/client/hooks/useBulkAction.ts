import { useState } from 'react';
import { notify, type NoticeAction } from '@/components/Notices';
import { type BulkBody, useBulk } from '@/hooks/useResource';
import { ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';
import { countOf, type Resource, type Stored } from '@/lib/resource';

/** A record that the server refused, with the reasons. */
export interface Refusal {
  readonly record: Stored;
  readonly details: readonly string[];
}

interface BulkAction {
  /** Returns the request for these records. */
  bodyOf: (records: readonly Stored[]) => BulkBody;
  /** The message after the action. */
  done: 'recordsChanged' | 'recordsDeleted';
  /** The button in the message. */
  action?: NoticeAction | undefined;
  onDone: () => void;
}

/**
 * Changes several records in one transaction. If the server refuses some of them, the next attempt
 * leaves them out.
 */
export function useBulkAction(
  resource: Resource<never>,
  records: readonly Stored[],
  { bodyOf, done, action, onDone }: BulkAction,
) {
  const bulk = useBulk(resource);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const remaining = records.filter(({ id }) => refused.every(({ record }) => record.id !== id));

  function run() {
    bulk.mutate(bodyOf(remaining), {
      onSuccess: () => {
        notify(t(done, { records: countOf(resource, remaining.length) }), 'done', action);
        onDone();
      },
      onError: (error) => setRefused([...refused, ...refusals(error, remaining)]),
    });
  }

  /** Forgets the refusals: another change can be accepted. */
  function reset() {
    setRefused([]);
    bulk.reset();
  }

  return { run, reset, remaining, refused, isPending: bulk.isPending, error: bulk.error };
}

/** Returns the refused records. A pointer such as `/update/3/changes/paid` contains the position. */
function refusals(error: Error, records: readonly Stored[]): Refusal[] {
  if (!(error instanceof ProblemError)) return [];
  const problems = error.errors.map(({ pointer = '', detail }) => {
    const [, , index, , field] = pointer.split('/');
    return { index: Number(index), detail: field === undefined ? detail : `${field}: ${detail}` };
  });
  return records.flatMap((record, index) => {
    const details = problems.filter((problem) => problem.index === index);
    return details.length === 0 ? [] : [{ record, details: details.map(({ detail }) => detail) }];
  });
}
