import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { authConfig } from './config';
import { createQueue } from './queue';

/** The bytes of a password that bcrypt reads. bcrypt ignores the rest. */
const bcryptBytes = 72;
/** Prefix of hashes of longer passwords, which are hashed with SHA-384 first. */
const longMark = 'sha384:';
/** Stored for accounts without a password. Matches no password. */
export const noPassword = '!';

interface PasswordOptions {
  /** The bcrypt cost factor. Each increment doubles the time. */
  readonly cost: number;
}

/** Creates functions to hash and compare passwords, with limited concurrency. */
export function createPasswords({ cost }: PasswordOptions) {
  const inTurn = createQueue({ workers: workerCount(), places: 32 * workerCount() });
  // A dummy hash that matches no password, so that unknown accounts take the same time.
  const nobodys = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

  return {
    /** Returns the password hash to store. */
    async hash(password: string): Promise<string> {
      const { text, mark } = prepared(password);
      return mark + (await inTurn(() => bcrypt.hash(text, cost)));
    },

    /** Returns whether a password matches the stored hash. Takes the same time without a hash. */
    async matches(password: string, stored: string | undefined): Promise<boolean> {
      const { text, mark } = prepared(password);
      const hash = stored?.startsWith(longMark) ? stored.slice(longMark.length) : stored;
      const isHash = hash?.startsWith('$2') ?? false;
      const isEqual = await inTurn(() => bcrypt.compare(text, isHash ? (hash ?? '') : nobodys));
      return isEqual && isHash && stored === mark + hash;
    },

    /** Returns whether a stored hash has another cost. */
    isOutdated(stored: string): boolean {
      return bcrypt.getRounds(stored.replace(longMark, '')) !== cost;
    },
  };
}

export const passwords = createPasswords({ cost: authConfig.bcryptCost });

/** Normalizes a password (NFKC) and shortens long passwords for bcrypt. */
function prepared(password: string): { readonly text: string; readonly mark: string } {
  const text = password.normalize('NFKC');
  if (Buffer.byteLength(text) <= bcryptBytes) return { text, mark: '' };
  return { text: createHash('sha384').update(text).digest('base64'), mark: longMark };
}

/** Leaves one core and one thread of Node’s pool free. */
function workerCount(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
  return Math.max(1, Math.min(availableParallelism(), threads) - 1);
}
