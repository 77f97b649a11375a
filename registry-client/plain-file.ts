import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Reads a file that may be anything: a pipe isn't waited for, and a device not read.
 *
 * @param most bytes
 * @returns longer than `most` if the file is; nothing if it is no plain file
 * @throws what the file system says
 */
export function readPlainFile(path: string, most: number): Buffer | undefined {
  // Without O_NONBLOCK a pipe would be waited for.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) return undefined;
    const bytes = Buffer.alloc(most + 1);
    return bytes.subarray(0, fill(bytes, handle));
  } finally {
    closeSync(handle);
  }
}

/** How many bytes there were: a file may say another size than it has. */
function fill(bytes: Buffer, handle: number): number {
  let length = 0;
  for (;;) {
    const read = readSync(handle, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === bytes.length) return length;
  }
}
