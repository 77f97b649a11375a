import { bundleFromJSON, isBundleWithDsseEnvelope, type Bundle } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { z } from 'zod';
import { askIfThere } from './ask-json.ts';
import { RegistryError } from './errors.ts';
import { isWithin } from './origins.ts';
import type { FoundRelease, Provenance } from './release.ts';
import type { ClientSettings } from './settings.ts';
import { trustedRoot } from './snapshot.ts';

const attestationsBytes = 2 * 1024 * 1024;
const provenanceType = /^https:\/\/slsa\.dev\/provenance\//u;

const attestationsSchema = z.object({
  attestations: z.array(z.object({ predicateType: z.string(), bundle: z.unknown() })).max(32),
});

const statementSchema = z.object({
  predicateType: z.string(),
  subject: z.array(z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })).max(32),
});

/**
 * Who built a release, by the attestations its registry has of it. Every statement of provenance must be right; those
 * of other kinds don't count.
 *
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export async function fetchProvenance(release: FoundRelease, settings: ClientSettings): Promise<Provenance | 'absent'> {
  const url = addressOf(release);
  if (url === undefined) return 'absent';
  const { name, version, registry: own, mirror: registry = own } = release;
  const what = `the attestations of ${name} ${version}`;
  const answer = await askIfThere({ registry, what, answerBytes: attestationsBytes, url }, settings);
  if (answer === undefined) return 'absent';
  const { data } = attestationsSchema.safeParse(answer);
  if (data === undefined) throw invalid(release, 'not in any form that is known');
  const claimed = data.attestations.filter(({ predicateType }) => provenanceType.test(predicateType));
  const roots = rootsOf(settings);
  const [first] = claimed.map(({ bundle }) => verify(bundle, { release, roots }));
  return first ?? 'absent';
}

/**
 * Whether a bundle is about just this release, whoever signed it.
 *
 * @returns what kind of provenance it is
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export function requireStatement(json: unknown, release: Claimed): string {
  return readStatement(json, release).predicateType;
}

function rootsOf({ trustedRoot: own, trustedRoots = [] }: ClientSettings): readonly unknown[] {
  const named = own === undefined ? trustedRoots : [own, ...trustedRoots];
  return named.length === 0 ? [trustedRoot()] : named;
}

/** Always the registry or mirror that was asked: one that passes on what another says keeps its attestations below the same path. */
function addressOf({ attestations, registry: own, mirror: registry = own }: FoundRelease): string | undefined {
  if (attestations === undefined || !URL.canParse(attestations, registry)) return undefined;
  const url = new URL(attestations, registry);
  if (isWithin(url, registry)) return url.href;
  const [path] = /-\/npm\/v1\/attestations\/.+$/u.exec(url.pathname) ?? [];
  return path === undefined ? undefined : new URL(path, registry).href;
}

/** As much of a release as a statement is about. */
type Claimed = Pick<FoundRelease, 'name' | 'version' | 'integrity'>;

interface Claim {
  readonly release: FoundRelease;
  /** Whom the client trusts to say who built what, as JSON; all of them have to say so. */
  readonly roots: readonly unknown[];
}

function verify(json: unknown, { release, roots }: Claim): Provenance {
  const { bundle } = readStatement(json, release);
  const [signer] = roots.map((root) =>
    asOurs(release, () => new Verifier(toTrustMaterial(TrustedRoot.fromJSON(root))).verify(toSignedEntity(bundle))),
  );
  const issuer = signer?.identity?.extensions?.issuer;
  const subject = signer?.identity?.subjectAlternativeName;
  if (issuer === undefined || subject === undefined) throw invalid(release, 'by nobody who has a name');
  return { issuer, subject };
}

function readStatement(json: unknown, release: Claimed): { readonly bundle: Bundle; readonly predicateType: string } {
  const bundle: Bundle = asOurs(release, () => bundleFromJSON(json));
  if (!isBundleWithDsseEnvelope(bundle)) throw invalid(release, 'without a statement');
  const payload = bundle.content.dsseEnvelope.payload.toString('utf8');
  const { data } = statementSchema.safeParse(asOurs<unknown>(release, () => JSON.parse(payload)));
  if (data === undefined) throw invalid(release, 'without a statement');
  if (!provenanceType.test(data.predicateType)) throw invalid(release, 'of another kind than it claims to be');
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
  throw invalid(release, 'of something else');
}

function asOurs<Result>(release: Claimed, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw invalid(release, 'that can’t be verified', cause);
  }
}

function invalid({ name, version }: Claimed, reason: string, cause?: unknown): RegistryError {
  return new RegistryError('REGISTRY_PROVENANCE_INVALID', `the provenance of ${name} ${version} is one ${reason}`, {
    cause,
  });
}
