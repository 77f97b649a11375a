import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Reads a regular file without blocking on pipes or reading devices.
 *
 * @param most maximum number of bytes
 * @returns more than `most` bytes if the file is larger; `undefined` if the path is not a regular file
 * @throws file system errors
 */
export function readPlainFile(path: string, most: number): Buffer | undefined {
  // Without O_NONBLOCK, opening a pipe would block.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) return undefined;
    const bytes = Buffer.alloc(most + 1);
    return bytes.subarray(0, fill(bytes, handle));
  } finally {
    closeSync(handle);
  }
}

/** Reads to the end and returns the number of bytes, because the reported file size can be wrong. */
function fill(bytes: Buffer, handle: number): number {
  let length = 0;
  for (;;) {
    const read = readSync(handle, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === bytes.length) return length;
  }
}
