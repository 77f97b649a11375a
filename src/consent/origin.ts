/** Plugin origin, as covered by consent. */
export interface Origin {
  /** Source in its lockfile form. */
  readonly source: string;
  /** Publisher name, as reported by the registry. */
  readonly publisher?: string | undefined;
  readonly trust?:
    | {
        readonly signatures?: 'verified' | 'absent';
        readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
      }
    | undefined;
}

/**
 * Change of an origin since consent. `after` is `absent` for a lost signature and `unknown` for a lost publisher or
 * builder.
 */
export interface OriginChange {
  readonly what: 'registry' | 'publisher' | 'builder' | 'signature';
  readonly before: string;
  readonly after: string;
}

/** Placeholder for a missing publisher or builder. */
const nobody = 'unknown';

/**
 * Lists origin changes since consent: a different registry, a different or lost publisher or builder, or a lost
 * signature. A value that was unknown before is not a change.
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

/** Returns whether the release lost its registry signature or its known builder. */
export function isProofLost(changes: readonly OriginChange[]): boolean {
  return changes.some(({ what, after }) => what === 'signature' || (what === 'builder' && after === nobody));
}

const isRegistry = ({ source }: Origin): boolean => source.startsWith('registry:');

function signatureOf({ trust }: Origin): string | undefined {
  return trust?.signatures === 'verified' ? trust.signatures : undefined;
}

/** Returns the build workflow without its tag or branch, which differ in every release. */
function builderOf({ trust }: Origin): string | undefined {
  const provenance = trust?.provenance ?? 'absent';
  if (provenance === 'absent') return undefined;
  const [workflow = ''] = provenance.subject.split('@refs/');
  return `${workflow} (${provenance.issuer})`;
}
