import type { PackageFiles } from './archive/inspect.ts';

/** A resolved version with its archive address and integrity. */
export interface FoundRelease {
  readonly name: string;
  readonly version: string;
  /** Address of the release's registry. */
  readonly registry: string;
  /** Address of the mirror that served the release. */
  readonly mirror?: string | undefined;
  /** Path of the archive in a mirror's folder, absolute. */
  readonly file?: string | undefined;
  /** Address of the archive. */
  readonly tarball: string;
  /** Integrity of the archive: `sha512-<base64>`. */
  readonly integrity: string;
  /** Publication time reported by the registry. */
  readonly publishedAt: Date | undefined;
  /** Publisher reported by the registry. */
  readonly publisher: string | undefined;
  /** Registry signatures with key ids. */
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  /** Address of the attestations; `undefined` without attestations. */
  readonly attestations: string | undefined;
  /** Deprecation message. */
  readonly deprecated: string | undefined;
  /** Newest version that is old enough, inside or outside the requested range. */
  readonly newest?: string | undefined;
}

/** Builder of a release, as certified by Sigstore. */
export interface Provenance {
  /** Identity provider of the builder, e.g. the address of a CI's token service. */
  readonly issuer: string;
  /** Builder identity, e.g. a workflow address with its ref. */
  readonly subject: string;
}

/** Verified facts about a release. Invalid proofs are errors. Callers decide whether `absent` is acceptable. */
export interface Trust {
  readonly signatures: 'verified' | 'absent';
  readonly provenance: Provenance | 'absent';
}

/** A release with its verified facts. */
export interface Release extends FoundRelease {
  readonly trust: Trust;
}

/** A release with matching integrity and an archive of regular files. */
export interface VerifiedPackage {
  readonly release: FoundRelease;
  readonly files: PackageFiles;
}
