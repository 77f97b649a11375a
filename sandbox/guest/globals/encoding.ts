/** UTF-8, UTF-16 and the single-byte encodings; the tables of the others would be as large as all the rest. */
export { TextDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
