import { bundleFromJSON, isBundleWithDsseEnvelope, type Bundle } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import type { FoundRelease, Provenance } from './release.ts';

/** Types of statements that say how something was built. */
export const provenanceType = /^https:\/\/slsa\.dev\/provenance\//u;

const statementSchema = z.object({
  predicateType: z.string(),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })).max(32),
});

/**
 * Whether a bundle is about just this release, whoever signed it.
 *
 * @returns what kind of provenance it is
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function requireStatement(json: unknown, release: Claimed): string {
  return readStatement(json, release).predicateType;
}

/** As much of a release as a statement is about. */
type Claimed = Pick<FoundRelease, 'name' | 'version' | 'integrity'>;

interface Claim {
  readonly release: FoundRelease;
  /** Whom the client trusts to say who built what, as JSON; all of them have to say so. */
  readonly roots: readonly unknown[];
}

/**
 * Who built a release, by a bundle that says so.
 *
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function verifyStatement(json: unknown, { release, roots }: Claim): Provenance {
  const { bundle } = readStatement(json, release);
  const [signer] = roots.map((root) =>
    asOurs(release, () => new Verifier(toTrustMaterial(TrustedRoot.fromJSON(root))).verify(toSignedEntity(bundle))),
  );
  const issuer = signer?.identity?.extensions?.issuer;
  const subject = signer?.identity?.subjectAlternativeName;
  if (issuer === undefined || subject === undefined) throw invalidProvenance(release, 'by nobody who has a name');
  return { issuer, subject };
}

function readStatement(json: unknown, release: Claimed): { readonly bundle: Bundle; readonly predicateType: string } {
  const bundle: Bundle = asOurs(release, () => bundleFromJSON(json));
  if (!isBundleWithDsseEnvelope(bundle)) throw invalidProvenance(release, 'without a statement');
  const payload = bundle.content.dsseEnvelope.payload.toString('utf8');
  const { data } = statementSchema.safeParse(asOurs<unknown>(release, () => JSON.parse(payload)));
  if (data === undefined) throw invalidProvenance(release, 'without a statement');
  if (!provenanceType.test(data.predicateType))
    throw invalidProvenance(release, 'of another kind than it claims to be');
  requireSubject(data, release);
  return { bundle, predicateType: data.predicateType };
}

/** A statement of other bytes, or of another name for the same, is none of this release. */
function requireSubject({ subject }: z.infer<typeof statementSchema>, release: Claimed): void {
  const { name, version, integrity } = release;
  const digest = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [only] = subject;
  if (subject.length === 1 && only?.name === purl && only.digest['sha512'] === digest) return;
  throw invalidProvenance(release, 'of something else');
}

function asOurs<Result>(release: Claimed, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw invalidProvenance(release, 'that can’t be verified', cause);
  }
}

/** What is wrong with a release's provenance, as an error. */
export function invalidProvenance({ name, version }: Claimed, reason: string, cause?: unknown): RegistryError {
  return new RegistryError('REGISTRY_PROVENANCE_INVALID', `the provenance of ${name} ${version} is one ${reason}`, {
    cause,
  });
}
