/** Where a plugin comes from, as far as somebody agrees to that by agreeing to it. */
export interface Origin {
  /** As the lockfile names it. */
  readonly source: string;
  /** Who published it, as its registry says. */
  readonly publisher?: string | undefined;
  readonly trust?:
    | {
        readonly signatures?: 'verified' | 'absent';
        readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
      }
    | undefined;
}

/** Somebody else than before, or nobody who signs any more. */
export interface OriginChange {
  readonly what: 'registry' | 'publisher' | 'builder' | 'signature';
  readonly before: string;
  readonly after: string;
}

/** What nobody is. */
const nobody = 'unknown';

/**
 * Who stands behind a plugin now that didn't when it was agreed to: another registry, another publisher, another
 * builder or none any more; or whose registry signed it and doesn't now. That somebody is known at last is no change.
 */
export function originChanges(before: Origin, after: Origin): readonly OriginChange[] {
  if (!isRegistry(after)) return [];
  const changes = [
    { what: 'registry', before: before.source, after: after.source },
    { what: 'publisher', before: before.publisher, after: after.publisher },
    { what: 'builder', before: builderOf(before), after: builderOf(after) },
    { what: 'signature', before: signatureOf(before), after: signatureOf(after) ?? 'absent' },
  ] as const;
  return changes.flatMap(({ what, before: old, after: now = nobody }) =>
    old === undefined || old === now ? [] : [{ what, before: old, after: now }],
  );
}

/** Whether something that was proved isn't any more: it is signed by nobody, or nobody knows who built it. */
export function isProofLost(changes: readonly OriginChange[]): boolean {
  return changes.some(({ what, after }) => what === 'signature' || (what === 'builder' && after === nobody));
}

const isRegistry = ({ source }: Origin): boolean => source.startsWith('registry:');

function signatureOf({ trust }: Origin): string | undefined {
  return trust?.signatures === 'verified' ? trust.signatures : undefined;
}

/** The workflow, not the tag or branch it ran for: that is another one with every release. */
function builderOf({ trust }: Origin): string | undefined {
  const provenance = trust?.provenance ?? 'absent';
  if (provenance === 'absent') return undefined;
  const [workflow = ''] = provenance.subject.split('@refs/');
  return `${workflow} (${provenance.issuer})`;
}
