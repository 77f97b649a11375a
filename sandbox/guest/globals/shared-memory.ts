/** Stub for libraries that test whether a buffer is shared. Isolates have no shared memory. */
export class SharedArrayBuffer {
  get byteLength(): never {
    throw new TypeError('shared memory is not available');
  }

  get growable(): never {
    throw new TypeError('shared memory is not available');
  }
}
