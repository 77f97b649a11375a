import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The duration of a step in seconds. */
const stepSeconds = 30;
const digits = 6;
/** The number of steps by which the clock of a device may differ. */
const drift = 1;

/** Returns a new secret of 160 bits, as RFC 4226 recommends. */
export function newSecret(): Buffer {
  return randomBytes(20);
}

/** Returns the current step: the number of intervals of 30 seconds since 1970. */
export function currentStep(now = Date.now()): number {
  return Math.floor(now / 1000 / stepSeconds);
}

/** Returns the code of a step (RFC 6238 with HMAC-SHA-1). */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** Returns the step of a code; `undefined` if the code does not belong to a current step. */
export function stepOf(secret: Buffer, code: string): number | undefined {
  const now = currentStep();
  const steps = Array.from({ length: 2 * drift + 1 }, (_, at) => now - drift + at);
  return steps.find((step) => isEqual(codeAt(secret, step), code));
}

function isEqual(expected: string, code: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns bytes in base32 (RFC 4648) without padding, as authenticator apps expect. */
export function base32(bytes: Buffer): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
