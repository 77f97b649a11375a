/** UTF-8, UTF-16 and single-byte encodings. The tables of other encodings are too large. */
export { TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
