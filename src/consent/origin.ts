/** Where a plugin comes from, as far as somebody agrees to that by agreeing to it. */
export interface Origin {
  /** As the lockfile names it. */
  readonly source: string;
  /** Who published it, as its registry says. */
  readonly publisher?: string | undefined;
  readonly trust?:
    | { readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent' }
    | undefined;
}

/** Somebody else than before. */
export interface OriginChange {
  readonly what: 'registry' | 'publisher' | 'builder';
  readonly before: string;
  readonly after: string;
}

/** What nobody is. */
const nobody = 'unknown';

/**
 * Who stands behind a plugin now that didn't when it was agreed to: another registry, another publisher, another
 * builder or none any more. That somebody is known at last is no change.
 */
export function originChanges(before: Origin, after: Origin): readonly OriginChange[] {
  if (!isRegistry(after)) return [];
  const changes = [
    { what: 'registry', before: before.source, after: after.source },
    { what: 'publisher', before: before.publisher, after: after.publisher },
    { what: 'builder', before: builderOf(before), after: builderOf(after) },
  ] as const;
  return changes.flatMap(({ what, before: old, after: now = nobody }) =>
    old === undefined || old === now ? [] : [{ what, before: old, after: now }],
  );
}

const isRegistry = ({ source }: Origin): boolean => source.startsWith('registry:');

/** The workflow, not the tag or branch it ran for: that is another one with every release. */
function builderOf({ trust }: Origin): string | undefined {
  const provenance = trust?.provenance ?? 'absent';
  if (provenance === 'absent') return undefined;
  const [workflow = ''] = provenance.subject.split('@refs/');
  return `${workflow} (${provenance.issuer})`;
}
