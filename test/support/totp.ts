/** An authenticator app (RFC 6238), written apart from the code that it tests. */
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns the code that an app shows.
 *
 * @param secret in base32, with or without spaces
 * @param steps after the current step of 30 seconds
 */
export function totpCode(secret: string, steps = 0): string {
  const bits = Array.from(secret.replaceAll(' ', ''), (digit) => alphabet.indexOf(digit).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/gu) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(19) % 16;
  return String((mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0');
}
