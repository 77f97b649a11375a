import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { authConfig } from './config';
import { createQueue } from './queue';

/** What bcrypt reads of a password; it leaves out the rest. */
const bcryptBytes = 72;
/** Stands before the hash of a password that is longer, and was hashed to a length before. */
const longMark = 'sha384:';
/** Stored for an account that has no password: nothing is equal to it. */
export const noPassword = '!';

interface PasswordOptions {
  /** Of bcrypt: one more takes twice as long. */
  readonly cost: number;
}

/** Hashes passwords and compares them, a few at a time. */
export function createPasswords({ cost }: PasswordOptions) {
  const inTurn = createQueue({ workers: workerCount(), places: 32 * workerCount() });
  // Takes as long to compare with as any other, and equals no password.
  const nobodys = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;

  return {
    /** What is stored of a password. */
    async hash(password: string): Promise<string> {
      const { text, mark } = prepared(password);
      return mark + (await inTurn(() => bcrypt.hash(text, cost)));
    },

    /** Whether a password is the stored one; takes as long where nothing is stored. */
    async matches(password: string, stored: string | undefined): Promise<boolean> {
      const { text, mark } = prepared(password);
      const hash = stored?.startsWith(longMark) ? stored.slice(longMark.length) : stored;
      const isHash = hash?.startsWith('$2') ?? false;
      const isEqual = await inTurn(() => bcrypt.compare(text, isHash ? (hash ?? '') : nobodys));
      return isEqual && isHash && stored === mark + hash;
    },

    /** Whether a stored hash was made with another cost. */
    isOutdated(stored: string): boolean {
      return bcrypt.getRounds(stored.replace(longMark, '')) !== cost;
    },
  };
}

export const passwords = createPasswords({ cost: authConfig.bcryptCost });

/** The password as typed on any keyboard, and short enough for bcrypt to read all of it. */
function prepared(password: string): { readonly text: string; readonly mark: string } {
  const text = password.normalize('NFKC');
  if (Buffer.byteLength(text) <= bcryptBytes) return { text, mark: '' };
  return { text: createHash('sha384').update(text).digest('base64'), mark: longMark };
}

/** Leaves a core, and a thread of Node's pool, to everything else. */
function workerCount(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
  return Math.max(1, Math.min(availableParallelism(), threads) - 1);
}
