import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type ArchiveLimits, unpackedLimit } from './limits.ts';
import { refused } from './archive-error.ts';

/**
 * The tar inside a gzip file. One call with an upper bound stops every bomb before it has grown.
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

/** What `info` makes of the answer; its types don't say. */
const told = z.object({
  buffer: z.instanceof(Buffer<ArrayBufferLike>),
  engine: z.object({ bytesWritten: z.number() }),
});

interface Inflated {
  readonly tar: Buffer;
  /** Bytes of the file that were read: nothing behind a zero is. */
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

/** RFC 1952: a member ends with the length of what it holds. That of the last of several is not the length of all. */
function lengthSaid(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset + packed.length - 4, 4).getUint32(0, true);
}
