import { gt, lt, major, minor, valid } from 'semver';

/** Plugin origin, as covered by consent. */
export interface Origin {
  /** Source in its lockfile form. */
  readonly source: string;
  readonly version?: string;
  /** Publication time, as reported by the registry. */
  readonly publishedAt?: Date | undefined;
  /** Publisher name, as reported by the registry. */
  readonly publisher?: string | undefined;
  readonly trust?:
    | {
        readonly signatures?: 'verified' | 'absent';
        readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
      }
    | undefined;
}

/** Kinds of origin changes. */
export const originFacts = ['downgrade', 'older', 'major', 'registry', 'publisher', 'builder', 'signature'] as const;

/**
 * Change of an origin since consent. `downgrade`: a lower version. `older`: an earlier publication. `major`: a version
 * that can break its users. `after` is `absent` for a lost signature and `unknown` for a lost publisher or builder.
 */
export interface OriginChange {
  readonly what: (typeof originFacts)[number];
  readonly before: string;
  readonly after: string;
}

/** Placeholder for a missing publisher or builder. */
const nobody = 'unknown';

/**
 * Lists origin changes since consent: a lower or a new major version, an earlier publication, a different registry, a
 * different or lost publisher or builder, or a lost signature. A value that was unknown before is not a change.
 */
export function originChanges(before: Origin, after: Origin): readonly OriginChange[] {
  return [...versionChanges(before, after), ...(isRegistry(after) ? releaseChanges(before, after) : [])];
}

/** Returns whether a change needs an answer, even if the code is unchanged. A new major version alone does not. */
export function needsAnswer(changes: readonly OriginChange[]): boolean {
  return changes.some(({ what }) => what !== 'major');
}

function versionChanges({ version: before }: Origin, { version: after }: Origin): readonly OriginChange[] {
  if (before === undefined || after === undefined || valid(before) === null || valid(after) === null) return [];
  if (lt(after, before)) return [{ what: 'downgrade', before, after }];
  return gt(after, before) && breakingPart(after) !== breakingPart(before) ? [{ what: 'major', before, after }] : [];
}

/** Returns the part of a version whose increase can break users: the major number, below 1.0 the minor number too. */
function breakingPart(version: string): string {
  return major(version) === 0 ? `0.${minor(version)}` : `${major(version)}`;
}

function releaseChanges(before: Origin, after: Origin): readonly OriginChange[] {
  const [published, publishes] = [before.publishedAt, after.publishedAt];
  const isOlder = published !== undefined && publishes !== undefined && publishes < published;
  const older = isOlder
    ? [{ what: 'older', before: published.toISOString(), after: publishes.toISOString() } as const]
    : [];
  const changes = [
    { what: 'registry', before: before.source, after: after.source },
    { what: 'publisher', before: before.publisher, after: after.publisher },
    { what: 'builder', before: builderOf(before), after: builderOf(after) },
    { what: 'signature', before: signatureOf(before), after: signatureOf(after) ?? 'absent' },
  ] as const;
  const others = changes.flatMap(({ what, before: old, after: now = nobody }) =>
    old === undefined || old === now ? [] : [{ what, before: old, after: now }],
  );
  return [...older, ...others];
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
