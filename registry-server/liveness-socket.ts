import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';

/** What says of this process that it lives, to others that can't see it. */
export interface OwnWitness {
  /** How others ask for it. */
  readonly name: string;
  /** Whether another one is gone for sure, with its process. */
  readonly isGone: (name: string) => Promise<boolean>;
  /** Clears away what others left that are gone; for whoever has the claim. */
  readonly clear: () => void;
  readonly end: () => Promise<void>;
}

/**
 * Listens on a socket in a folder. The kernel closes it with the process, however that ends, and with nothing else: one that
 * is stopped for a while still has it. Containers that share the folder see that, whatever they see of each other.
 *
 * @param folder absolute
 * @returns nothing where sockets in the folder don't tell: on a file system that other machines may have, too
 */
export async function openLivenessSocket(folder: string): Promise<OwnWitness | undefined> {
  if (process.platform !== 'linux' || !localFileSystems.has(statfsSync(folder).type)) return undefined;
  const name = `serving-${randomBytes(8).toString('hex')}.sock`;
  const descriptor = openSync(folder, 'r');
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen(pathIn(descriptor, name));
    await once(server, 'listening');
  } catch {
    closeSync(descriptor);
    return undefined;
  }
  server.unref();
  return {
    name,
    isGone: (other) => isGone(descriptor, other),
    clear: () => {
      for (const other of readdirSync(folder)) {
        if (socketName.test(other) && other !== name) rmSync(join(folder, other), { force: true });
      }
    },
    end: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      closeSync(descriptor);
    },
  };
}

/** By the numbers the kernel gives them: ext4, xfs, btrfs, tmpfs, overlay, zfs, f2fs and bcachefs. */
const localFileSystems: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

const socketName = /^serving-[0-9a-f]{16}\.sock$/u;

/** The address of a socket has 107 bytes at most, and a folder's path may have more. */
function pathIn(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

/** Only where a socket is there and nobody listens; whatever else happens doesn't say that. */
async function isGone(descriptor: number, name: string): Promise<boolean> {
  if (!socketName.test(name)) return false;
  const connection = createConnection(pathIn(descriptor, name));
  try {
    await once(connection, 'connect');
    return false;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  } finally {
    connection.destroy();
  }
}
