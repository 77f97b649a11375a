import type { PackageFiles } from './archive/inspect.ts';

/** A spec pinned: one version, its address, and what its bytes must be. */
export interface FoundRelease {
  readonly name: string;
  readonly version: string;
  /** The registry it is one of. */
  readonly registry: string;
  /** Address of the mirror that stood in for it. */
  readonly mirror?: string | undefined;
  /** Path of the archive in a mirror's folder, absolute. */
  readonly file?: string | undefined;
  /** Where the archive is. */
  readonly tarball: string;
  /** `sha512-<base64>` of the archive. */
  readonly integrity: string;
  /** When it was published, as the registry says; nothing if it doesn't. */
  readonly publishedAt: Date | undefined;
  /** Who published it, as the registry says. */
  readonly publisher: string | undefined;
  /** What the registry signed of it, each with the key's id. */
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  /** Where attestations of how it was made are; nothing if there are none. */
  readonly attestations: string | undefined;
  /** What its publisher says to those who still use it. */
  readonly deprecated: string | undefined;
}

/** Who built a release, as a certificate of Sigstore says. */
export interface Provenance {
  /** Who vouches for the builder's name, e.g. the address of a CI's token service. */
  readonly issuer: string;
  /** The builder, e.g. the address of a workflow with its ref. */
  readonly subject: string;
}

/** What is proved of a release. What is wrong is an error; `absent` is for whoever decides what must be there. */
export interface Trust {
  readonly signatures: 'verified' | 'absent';
  readonly provenance: Provenance | 'absent';
}

/** A release, and what is proved of it. */
export interface Release extends FoundRelease {
  readonly trust: Trust;
}

/** A release whose bytes are what was promised, in an archive of plain files. */
export interface VerifiedPackage {
  readonly release: FoundRelease;
  readonly files: PackageFiles;
}
