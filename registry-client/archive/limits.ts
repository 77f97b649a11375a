/** What an archive may hold. Sizes in bytes. */
export interface ArchiveLimits {
  /** The archive as it comes. */
  readonly packed: number;
  /** All of it, unpacked; also never more than a hundred times `packed`, with a mebibyte to begin with. */
  readonly unpacked: number;
  /** Files and folders. */
  readonly entries: number;
  readonly fileBytes: number;
  /** Segments of a path. */
  readonly depth: number;
  readonly pathBytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits of a package of the plugin contract. */
export const archiveLimits: ArchiveLimits = {
  packed: 10 * mebibyte,
  unpacked: 64 * mebibyte,
  entries: 2000,
  fileBytes: 16 * mebibyte,
  depth: 16,
  pathBytes: 240,
};

/** The most an archive's unpacked bytes may come to, headers included. */
export function unpackedLimit(packedBytes: number, { unpacked }: ArchiveLimits): number {
  return Math.min(unpacked, Math.max(mebibyte, 100 * packedBytes));
}
