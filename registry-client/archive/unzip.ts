import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type ArchiveLimits, unpackedLimit } from './limits.ts';
import { refused } from './archive-error.ts';

/**
 * Unpacks a gzip file into a tar buffer. The output limit stops decompression bombs early.
 *
 * @throws RegistryError ARCHIVE_REFUSED
 */
export function unzip(packed: Uint8Array, limits: ArchiveLimits): Buffer {
  if (packed.length > limits.packed) throw refused(`it is larger than ${limits.packed} bytes`);
  if (!isGzip(packed)) throw refused('it is not a gzip file');
  const { tar, length } = inflate(packed, unpackedLimit(packed.length, limits));
  if (length !== packed.length || lengthSaid(packed) !== tar.length) throw refused('something follows its gzip stream');
  if (isGzip(tar)) throw refused('it is zipped twice');
  return tar;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Result of `gunzipSync` with `info`, which its types do not describe. */
const told = z.object({
  buffer: z.instanceof(Buffer<ArrayBufferLike>),
  engine: z.object({ bytesWritten: z.number() }),
});

interface Inflated {
  readonly tar: Buffer;
  /** Number of bytes read from the file. Bytes after a zero byte are not read. */
  readonly length: number;
}

function inflate(packed: Uint8Array, most: number): Inflated {
  try {
    const { buffer, engine } = told.parse(gunzipSync(packed, { maxOutputLength: most, info: true }));
    return { tar: buffer, length: engine.bytesWritten };
  } catch (cause) {
    const tooLarge = cause instanceof RangeError;
    throw refused(tooLarge ? `it unpacks to more than ${most} bytes` : 'its gzip stream is damaged', cause);
  }
}

/**
 * Returns the size field at the end of a gzip member (RFC 1952). For several members, this is only the size of the last
 * member.
 */
function lengthSaid(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4, 4).getUint32(0, true);
}
