import type { PackageFiles } from './archive/inspect.ts';

/** A spec pinned: one version, its address, and what its bytes must be. */
export interface Release {
  readonly name: string;
  readonly version: string;
  /** The registry that said so. */
  readonly registry: string;
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

/** A release whose bytes are what was promised, in an archive of plain files. */
export interface VerifiedPackage {
  readonly release: Release;
  readonly files: PackageFiles;
}
