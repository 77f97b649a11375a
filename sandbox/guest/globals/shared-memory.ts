/** What a library asks whether a buffer is shared: here none is, and there is no such global. */
export class SharedArrayBuffer {
  get byteLength(): never {
    throw new TypeError('there is no shared memory');
  }

  get growable(): never {
    throw new TypeError('there is no shared memory');
  }
}
