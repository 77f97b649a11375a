import { bundleFromJSON, isBundleWithDsseEnvelope, type Bundle } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import type { FoundRelease, Provenance } from './release.ts';

/** Predicate types of provenance statements. */
export const provenanceType = /^https:\/\/slsa\.dev\/provenance\//u;

const statementSchema = z.object({
  predicateType: z.string(),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })).max(32),
});

/**
 * Checks that a bundle describes exactly this release. The signer is not checked.
 *
 * @returns the predicate type
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function requireStatement(json: unknown, release: Claimed): string {
  return readStatement(json, release).predicateType;
}

/** Release fields that a statement describes. */
type Claimed = Pick<FoundRelease, 'name' | 'version' | 'integrity'>;

interface Claim {
  readonly release: FoundRelease;
  /** Sigstore trusted roots as JSON. The statement must be valid for all roots. */
  readonly roots: readonly unknown[];
}

/**
 * Verifies a provenance bundle and returns the builder.
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
  if (issuer === undefined || subject === undefined) throw invalidProvenance(release, 'by a signer without a name');
  return { issuer, subject };
}

function readStatement(json: unknown, release: Claimed): { readonly bundle: Bundle; readonly predicateType: string } {
  const bundle: Bundle = asOurs(release, () => bundleFromJSON(json));
  if (!isBundleWithDsseEnvelope(bundle)) throw invalidProvenance(release, 'without a statement');
  const payload = bundle.content.dsseEnvelope.payload.toString('utf8');
  const { data } = statementSchema.safeParse(asOurs<unknown>(release, () => JSON.parse(payload)));
  if (data === undefined) throw invalidProvenance(release, 'without a statement');
  if (!provenanceType.test(data.predicateType)) throw invalidProvenance(release, 'of another kind than declared');
  requireSubject(data, release);
  return { bundle, predicateType: data.predicateType };
}

/** Checks that the statement's subject has the release's name, version and hash. */
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

/** Creates an error for invalid provenance. */
export function invalidProvenance({ name, version }: Claimed, reason: string, cause?: unknown): RegistryError {
  return new RegistryError('REGISTRY_PROVENANCE_INVALID', `the provenance of ${name} ${version} is one ${reason}`, {
    cause,
  });
}
