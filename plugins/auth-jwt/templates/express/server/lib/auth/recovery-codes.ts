import { randomBytes } from 'node:crypto';
import { db } from '../db';
import { hashOf } from './tokens';
import { base32 } from './totp-codes';

const codeCount = 10;
/** 128 bits, so the hash needs no salt and no slow function. */
const codeBytes = 16;

/** Replaces the recovery codes of a user. The codes are returned once and only their hash is stored. */
export async function newRecoveryCodes(userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  const data = codes.map((code) => ({ userId, codeHash: hashOf(normalized(code)) }));
  await db.$transaction([
    db.recoveryCode.deleteMany({ where: { userId } }),
    db.recoveryCode.createMany({ data }),
  ]);
  return codes;
}

/** Returns whether a recovery code is valid, and deletes it: each code works once. */
export async function acceptsRecoveryCode(userId: string, code: string): Promise<boolean> {
  const where = { userId, codeHash: hashOf(normalized(code)) };
  const { count } = await db.recoveryCode.deleteMany({ where });
  return count === 1;
}

/** Returns the number of unused recovery codes of a user. */
export async function countRecoveryCodes(userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId } });
}

/** Returns a code such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ`. */
function newCode(): string {
  return (base32(randomBytes(codeBytes)).match(/.{1,4}/g) ?? []).join('-');
}

/** Ignores case, spaces and hyphens. */
function normalized(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}
