/** Limits for an archive. Sizes are in bytes. */
export interface ArchiveLimits {
  /** Size of the compressed archive. */
  readonly packed: number;
  /** Total unpacked size. The size is also limited to 100 times `packed`, or 1 MiB if that is larger. */
  readonly unpacked: number;
  /** Number of files and folders. */
  readonly entries: number;
  readonly fileBytes: number;
  /** Number of path segments. */
  readonly depth: number;
  readonly pathBytes: number;
}

const mebibyte = 1024 * 1024;

/** Limits for packages in the plugin contract. */
export const archiveLimits: ArchiveLimits = {
  packed: 10 * mebibyte,
  unpacked: 64 * mebibyte,
  entries: 2000,
  fileBytes: 16 * mebibyte,
  depth: 16,
  pathBytes: 240,
};

/** Returns the maximum unpacked size in bytes, including headers. */
export function unpackedLimit(packedBytes: number, { unpacked }: ArchiveLimits): number {
  return Math.min(unpacked, Math.max(mebibyte, 100 * packedBytes));
}
